/**
 * The program of a warp's process: one warp with its threads. A process of its own, because its memory goes
 * back whole at the end, glibc can be told at its start to keep little of it, and a crash within libtiff ends no server.
 */
import process from 'node:process'
import { RasterError } from '../../../cog/raster-error.ts'
import type { FromWarp, ToWarp } from './warp-messages.ts'
import { runWarp, startThreads } from './warp-run.ts'
import type { WarpThread } from './warp-thread-client.ts'
import type { WarpToCogOptions } from './warp-options.ts'

function send(message: FromWarp): void {
  // Where it cannot be sent, the server is gone, and `disconnect` follows.
  process.send?.(message, () => undefined)
}

// A server that is gone must not find us at its spool when it starts again. `process.exit` would first wait for the
// threads that libvips works in. After its answer too the process waits for its end: so no answer is lost.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
// Ctrl-C in a terminal reaches this process too; the one that started it decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

let threads: WarpThread[] | undefined

process.on('message', (told: ToWarp) => {
  threads ??= startThreads(told.type === 'start' ? told : told.options)
  if (told.type === 'run') run(told.options, threads)
})

function run(options: Omit<WarpToCogOptions, 'onProgress' | 'signal'>, threads: WarpThread[]): void {
  runWarp({ ...options, onProgress: (percent) => send({ type: 'progress', percent }) }, threads).then(
    (cog) => send({ type: 'done', cog }),
    (error: unknown) => {
      const failure =
        error instanceof RasterError ? error : new RasterError('warpThreadFailed', {}, { cause: error })
      const { code, details, cause } = failure
      const text = cause instanceof Error ? cause.message : undefined
      send({ type: 'failed', code, details, ...(text !== undefined && { cause: text }) })
    },
  )
}
