import type { ChildProcess } from 'node:child_process'
import { converse } from '../child-conversation.ts'
import { forkConfined } from '../confined-child.ts'
import { endChild } from '../end-child.ts'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../raster-error.ts'
import type { FromWarp, ToWarp } from './warp-messages.ts'
import type { WarpedCog, WarpToCogOptions } from './warp-options.ts'

/**
 * What glibc reads at a program's start; other C libraries pass it over. By itself it keeps a heap for each of the dozen
 * threads that decode and encode, and in every one of them what the largest windows once took: 130 MB more at two threads.
 */
const ENVIRONMENT = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(4 * 1024 * 1024),
} as const

/**
 * Runs one warp in a process of its own and waits for it; ends it at once when the caller aborts. What its journal holds
 * stays good however it ends.
 *
 * @throws RasterError `warpThreadFailed` when the process died, `cancelled`, and all that the warp itself throws
 */
export async function runWarpProcess(options: WarpToCogOptions): Promise<WarpedCog> {
  const { onProgress, signal, ...rest } = options
  if (signal?.aborted) throw new RasterError('cancelled')
  const child = forkConfined(builtProgram('warp-child'), {
    // For the threads: see `BlockMaker`.
    execArgv: ['--expose-gc'],
    env: ENVIRONMENT,
    // As values, not as JSON: a point that is not finite must arrive as what it is.
    serialization: 'advanced',
  })
  try {
    return await conversation(child, { options: rest }, onProgress, signal)
  } finally {
    // The next attempt writes to the same spool.
    await endChild(child)
  }
}

function conversation(
  child: ChildProcess,
  request: ToWarp,
  onProgress: WarpToCogOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<WarpedCog> {
  return converse<FromWarp, WarpedCog>(child, request, {
    onMessage: (message, { resolve, reject }) => {
      if (message.type === 'progress') {
        if (!signal?.aborted) onProgress?.(message.percent)
      } else if (message.type === 'done') {
        resolve(message.cog)
      } else {
        const { code, details, cause } = message
        reject(new RasterError(code, details, cause === undefined ? undefined : { cause: new Error(cause) }))
      }
    },
    died: (cause) => new RasterError('warpThreadFailed', {}, { cause }),
    signal,
  })
}
