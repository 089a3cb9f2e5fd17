import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { decodeText } from '../../gcp-files/decode-text.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { ProgressLine } from './progress-line.ts'
import type { ProgressStream } from './progress-line.ts'
import { parseWarpArguments, USAGE, UsageError } from './warp-arguments.ts'
import type { WarpArguments, WarpJob } from './warp-arguments.ts'
import { describeFailure, warpFile, workFolderOf } from './warp-file.ts'
import type { WarpedFile } from './warp-file.ts'
import { readWarpList } from './warp-list.ts'

/** How the command ended; 130 as shells have it for an interrupted program. */
export const EXIT = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const

export interface CommandSurroundings {
  /** What relative paths start from. */
  readonly folder: string
  /** Results: one line a map. */
  readonly out: ProgressStream
  /** Progress, remarks and errors. */
  readonly errors: ProgressStream
  /** Stops after the blocks at hand; what was done is kept for the next run. */
  readonly signal: AbortSignal
}

/** The whole of `npm run warp`. @returns the exit code */
export async function runWarpCommand(
  args: readonly string[],
  surroundings: CommandSurroundings,
): Promise<number> {
  const { folder, out, errors } = surroundings
  let jobs: readonly WarpJob[]
  try {
    const parsed = parseWarpArguments(args, folder)
    if (parsed.kind === 'help') {
      out.write(`${USAGE}\n`)
      return EXIT.done
    }
    jobs = await jobsOf(parsed)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    errors.write(`warp: ${error.message}\n\n${USAGE.split('\n\n')[0] ?? ''}\n`)
    return EXIT.usage
  }
  return warpAll(jobs, surroundings)
}

async function jobsOf(parsed: Exclude<WarpArguments, { kind: 'help' }>): Promise<readonly WarpJob[]> {
  if (parsed.kind === 'one') return [parsed.job]
  const { listPath, defaults } = parsed
  let text: string
  try {
    text = decodeText(await readFile(listPath))
  } catch (error) {
    throw new UsageError(`the list cannot be read: ${describeFailure(error)}`, { cause: error })
  }
  return readWarpList(text, defaults, dirname(listPath))
}

/** One map after another, each with all threads; one that fails does not stop the others. */
async function warpAll(
  jobs: readonly WarpJob[],
  { out, errors, signal }: CommandSurroundings,
): Promise<number> {
  const progress = new ProgressLine(errors)
  let failed = 0
  for (const [index, job] of jobs.entries()) {
    const counter = jobs.length > 1 ? `[${index + 1}/${jobs.length}] ` : ''
    try {
      const warped = await warpFile(job, progress, signal)
      progress.clear()
      out.write(`${counter}${resultLine(job, warped)}\n`)
      for (const remark of warped.remarks) errors.write(`  note: ${remark}\n`)
    } catch (error) {
      progress.clear()
      if (error instanceof RasterError && error.code === 'cancelled') {
        errors.write(`warp: interrupted; the same command goes on, from ${workFolderOf(job.outPath)}\n`)
        return EXIT.interrupted
      }
      failed++
      errors.write(`${counter}${basename(job.scanPath)}: ${describeFailure(error)}\n`)
    }
  }
  if (jobs.length > 1) out.write(`${jobs.length - failed} of ${jobs.length} maps written\n`)
  return failed > 0 ? EXIT.failed : EXIT.done
}

function resultLine({ outPath }: WarpJob, { cog, seconds }: WarpedFile): string {
  const megabytes = (cog.bytes / 1e6).toFixed(1)
  const resumed = cog.resumedTiles > 0 ? `, ${cog.resumedTiles} tiles taken over` : ''
  return `${outPath}: ${cog.width} × ${cog.height} px, ${megabytes} MB, ${seconds.toFixed(1)} s${resumed}`
}
