import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import type { ConvertedScan, ConvertScanOptions } from './convert-scan.ts'
import { watchDecoder } from './decoder-progress.ts'
import { PARTIAL_FOLDER } from './decoder-messages.ts'
import type { FromDecoder, ToDecoder } from './decoder-messages.ts'
import { endChild } from './end-child.ts'
import { builtProgram } from './project-root.ts'
import { RasterError } from './raster-error.ts'

const DEFAULT_STALL_MS = 30_000
const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024
/** What a program needs of its surroundings. Passwords and keys of the instance are nothing for the reader of strangers' files. */
const PASSED_ON = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH', 'LD_PRELOAD', 'SystemRoot']

/**
 * Runs one conversion in a child process of its own and waits for it: ends it when the caller aborts, when it makes
 * no progress or grows past its memory, and clears away what it left unless it succeeded.
 *
 * @param outputs files below `outFolder` that the child makes; removed again on failure.
 * @throws RasterError
 */
export async function runDecoderChild(
  options: ConvertScanOptions,
  outputs: readonly string[],
): Promise<ConvertedScan> {
  const {
    scanPath,
    originalExtension,
    outFolder,
    onProgress,
    signal,
    stallMs = DEFAULT_STALL_MS,
    memoryBytes = DEFAULT_MEMORY_BYTES,
  } = options
  if (signal?.aborted) throw new RasterError('cancelled')
  const partial = join(outFolder, PARTIAL_FOLDER)
  await mkdir(partial, { recursive: true })
  const child = fork(builtProgram('decoder-child'), [], {
    execArgv: ['--max-old-space-size=128'],
    // libvips spills large images to disk: beside the output, where space was checked. Few arenas keep glibc small.
    env: { ...surroundings(), TMPDIR: partial, MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const watch = watchDecoder(child, {
    scanPath,
    partial,
    stallMs,
    ...(onProgress && { onProgress }),
  })
  try {
    const task = { scanPath, outFolder, ...(originalExtension !== undefined && { originalExtension }) }
    const result = await conversation(child, { type: 'convert', task, memoryBytes }, watch.stalled, signal)
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

function surroundings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.includes(name)))
}

function conversation(
  child: ChildProcess,
  request: ToDecoder,
  stalled: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<ConvertedScan> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new RasterError('cancelled'))
    signal?.addEventListener('abort', abort, { once: true })
    stalled.then(
      () => reject(new RasterError('decoderStalled')),
      (error: unknown) => reject(error instanceof Error ? error : new Error(String(error))),
    )
    child.once('error', (error) => reject(new RasterError('decoderCrashed', {}, { cause: error })))
    child.once('message', (message: FromDecoder) => {
      if (message.type === 'done') resolve(message.result)
      else reject(new RasterError(message.code, message.details))
    })
    child.once('exit', (code, killedBy) => {
      signal?.removeEventListener('abort', abort)
      reject(new RasterError('decoderCrashed', { exit: code ?? killedBy ?? 'unknown' }))
    })
    child.send(request, (error) => {
      if (error) reject(new RasterError('decoderCrashed', {}, { cause: error }))
    })
  })
}
