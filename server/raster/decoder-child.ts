/**
 * The program of the decoder child: one scan, then exit. A process of its own, because libtiff, libpng and the rest
 * may crash, hang or grow on a stranger's file, and only a process can be ended from outside.
 */
import { availableParallelism } from 'node:os'
import { convertInChild } from './convert-in-child.ts'
import { DECODER_MEMORY_BYTES, OUT_OF_MEMORY_EXIT } from './decoder-messages.ts'
import type { FromDecoder, ToDecoder } from './decoder-messages.ts'
import { setDecoderThreads } from './decoder-sharp.ts'
import { RasterError } from './raster-error.ts'

const MEMORY_CHECK_MS = 50

function send(message: FromDecoder): void {
  process.send?.(message, () => process.exit(0))
}

// Pixels live in libvips' memory, which no V8 limit covers; sharp works off this thread, so the timer keeps firing.
setInterval(() => {
  if (process.memoryUsage.rss() > DECODER_MEMORY_BYTES) process.exit(OUT_OF_MEMORY_EXIT)
}, MEMORY_CHECK_MS).unref()

process.on('disconnect', () => process.exit(1))

process.once('message', (message: ToDecoder) => {
  setDecoderThreads(Math.min(availableParallelism(), 4))
  convertInChild(message.task).then(
    (result) => send({ type: 'done', result }),
    (error: unknown) => {
      if (error instanceof RasterError) send({ type: 'failed', code: error.code, details: error.details })
      else send({ type: 'failed', code: 'decoderCrashed', details: { text: String(error).slice(0, 200) } })
    },
  )
})
