import type { ChildProcess } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ConvertedScan, ConvertScanOptions } from './converted-scan.ts'
import { watchDecoder } from './decoder-progress.ts'
import { PARTIAL_FOLDER } from './decoder-messages.ts'
import type { FromDecoder, ToDecoder } from './decoder-messages.ts'
import { ChildEnded, converse } from '../child-conversation.ts'
import { forkConfined } from '../confined-child.ts'
import { endChild } from '../end-child.ts'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../raster-error.ts'

const DEFAULT_STALL_MS = 30_000
const DEFAULT_MEMORY_BYTES = 512 * 1024 * 1024

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
  })
  const watch = watchDecoder(child, {
    scanPath,
    partial,
    stallMs,
    ...(onProgress && { onProgress }),
  })
  try {
    const task = { scanPath, outFolder, ...(originalExtension !== undefined && { originalExtension }) }
    const request = { type: 'convert', task, memoryBytes } as const
    const result = await conversation(child, request, { stalled: watch.stalled, onProbed, signal })
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

function conversation(
  child: ChildProcess,
  request: ToDecoder,
  {
    stalled,
    onProbed,
    signal,
  }: Pick<ConvertScanOptions, 'onProbed' | 'signal'> & { readonly stalled: Promise<void> },
): Promise<ConvertedScan> {
  const answer = converse<FromDecoder, ConvertedScan>(child, request, {
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
