import type { ChildProcess } from 'node:child_process'
import { converse } from '../child-conversation.ts'
import { forkConfined } from '../confined-child.ts'
import { endChild } from '../end-child.ts'
import { builtProgram } from '../../project-path.ts'
import { RasterError } from '../../../cog/raster-error.ts'
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

/** A warp's process that loads its program and its threads' while its work is still being prepared. */
export interface WarpProcess {
  /**
   * Runs the one warp, and ends the process at once when the caller aborts. What its journal holds stays good however it
   * ends.
   *
   * @throws RasterError `warpThreadFailed` when the process died, `cancelled`, and all that the warp itself throws
   */
  run(options: WarpToCogOptions): Promise<WarpedCog>
  /** Ends it and waits until it is gone; to be called in any case. */
  end(): Promise<void>
}

/** Starts a process for one warp. @param threads as in the options of the warp */
export function startWarpProcess(threads?: number): WarpProcess {
  const child = forkConfined(builtProgram('warp-child'), {
    // For the threads: see `BlockMaker`.
    execArgv: ['--expose-gc'],
    env: ENVIRONMENT,
    // As values, not as JSON: a point that is not finite must arrive as what it is.
    serialization: 'advanced',
  })
  // Whether it could be started shows when it is told what to do.
  child.on('error', () => undefined)
  child.send({ type: 'start', threads } satisfies ToWarp, () => undefined)
  return {
    run({ onProgress, signal, ...options }) {
      if (signal?.aborted) return Promise.reject(new RasterError('cancelled'))
      return conversation(child, { type: 'run', options }, onProgress, signal)
    },
    end: () => endChild(child),
  }
}

/** `startWarpProcess` for work that is at hand. */
export async function runWarpProcess(options: WarpToCogOptions): Promise<WarpedCog> {
  if (options.signal?.aborted) throw new RasterError('cancelled')
  const warp = startWarpProcess(options.threads)
  try {
    return await warp.run(options)
  } finally {
    // The next attempt writes to the same spool.
    await warp.end()
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
