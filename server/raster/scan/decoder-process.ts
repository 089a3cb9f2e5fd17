import type { ChildProcess, Serializable } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ConvertScanOptions } from './converted-scan.ts'
import { watchDecoder } from './decoder-progress.ts'
import { PARTIAL_FOLDER } from './decoder-messages.ts'
import type { ChildTask, DecoderResults, DecoderTasks, FromDecoder } from './decoder-messages.ts'
import { ChildEnded, converse } from '../child-conversation.ts'
import { forkConfined } from '../confined-child.ts'
import { endChild } from '../end-child.ts'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../../../cog/raster-error.ts'

const DEFAULT_STALL_MS = 30_000
const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024

/**
 * Reads one scan in a child process of its own and waits for it: ends it when the caller aborts, when it makes
 * no progress or grows past its memory, and clears away what it left unless it succeeded.
 *
 * @param outputs files below `outFolder` that the child makes; removed again on failure.
 * @param special what only this kind of work is told
 * @throws RasterError
 */
export async function runDecoderChild<Kind extends keyof DecoderTasks>(
  options: ConvertScanOptions,
  kind: Kind,
  outputs: readonly string[],
  special: Omit<DecoderTasks[Kind], keyof ChildTask>,
): Promise<DecoderResults[Kind]> {
  const {
    scanPath,
    originalExtension,
    outFolder,
    onProgress,
    onProbed,
    signal,
    stallMs = DEFAULT_STALL_MS,
    memoryBytes = DEFAULT_MEMORY_BYTES,
  } = options
  if (signal?.aborted) throw new RasterError('cancelled')
  const partial = join(outFolder, PARTIAL_FOLDER)
  await mkdir(partial, { recursive: true })
  // It may have been cancelled while the folder was made.
  if (signal?.aborted) {
    await rm(partial, { recursive: true, force: true })
    throw new RasterError('cancelled')
  }
  const child = forkConfined(builtProgram('decoder-child'), {
    execArgv: ['--max-old-space-size=128'],
    // libvips spills large images to disk: beside the output, where space was checked. Few arenas keep glibc small.
    env: { TMPDIR: partial, MALLOC_ARENA_MAX: '2' },
    sees: [resolve(scanPath), resolve(outFolder)],
  })
  const watch = watchDecoder(child, {
    scanPath,
    partial,
    stallMs,
    ...(onProgress && { onProgress }),
  })
  try {
    const extension = originalExtension !== undefined && { originalExtension }
    const request = { type: kind, task: { scanPath, outFolder, ...extension, ...special }, memoryBytes }
    const result = await conversation<DecoderResults[Kind]>(child, request, {
      stalled: watch.stalled,
      onProbed,
      signal,
    })
    onProgress?.(100)
    return result
  } catch (error) {
    await endChild(child)
    for (const file of outputs) await rm(join(outFolder, file), { force: true })
    throw error
  } finally {
    watch.stop()
    await endChild(child)
    await rm(partial, { recursive: true, force: true })
  }
}

function conversation<Result>(
  child: ChildProcess,
  request: Serializable,
  {
    stalled,
    onProbed,
    signal,
  }: Pick<ConvertScanOptions, 'onProbed' | 'signal'> & { readonly stalled: Promise<void> },
): Promise<Result> {
  const answer = converse<FromDecoder<Result>, Result>(child, request, {
    onMessage: (message, { resolve, reject }) => {
      if (message.type === 'probed') onProbed?.(message.pixels)
      else if (message.type === 'done') resolve(message.result)
      else reject(new RasterError(message.code, message.details))
    },
    died: (cause) =>
      cause instanceof ChildEnded
        ? new RasterError('decoderCrashed', { exit: cause.exit })
        : new RasterError('decoderCrashed', {}, { cause }),
    signal,
  })
  const stall = stalled.then((): never => {
    throw new RasterError('decoderStalled')
  })
  return Promise.race([answer, stall])
}
