import { Worker } from 'node:worker_threads'
import type { Lettering } from '../../../lettering/words.ts'
import { builtProgram } from '../../project-path.ts'
// Blocks the other loaders for all threads of the process.
import '../decoder-sharp.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import type { FromReadingThread, ReadingSetup } from './reading-messages.ts'

export interface ScanReadingOptions {
  /** Percent done, 0–100, rising. */
  readonly onProgress?: (percent: number) => void
  readonly signal?: AbortSignal
}

/**
 * Reads the words of a scan from its pyramid, in a thread of its own.
 *
 * @throws RasterError `cancelled` at the signal's abort; Error of the models or the pyramid
 */
export async function readScan(
  setup: ReadingSetup,
  { onProgress, signal }: ScanReadingOptions = {},
): Promise<Lettering> {
  if (signal?.aborted) throw new RasterError('cancelled')
  const thread = new Worker(builtProgram('reading-thread'), { workerData: setup })
  const abort = (): void => void thread.terminate()
  signal?.addEventListener('abort', abort)
  try {
    return await new Promise((resolve, reject) => {
      thread.on('message', (message: FromReadingThread) => {
        if (message.type === 'progress') onProgress?.(message.percent)
        else resolve(message.lettering)
      })
      thread.on('error', reject)
      thread.on('exit', (code) =>
        reject(
          signal?.aborted
            ? new RasterError('cancelled')
            : new Error(`the thread that reads ended with ${code}`),
        ),
      )
    })
  } finally {
    signal?.removeEventListener('abort', abort)
    await thread.terminate()
  }
}
