/**
 * The program of the decoder child: one scan, then exit. A process of its own, because libtiff, libpng and the rest
 * may crash, hang or grow on a stranger's file, and only a process can be ended from outside.
 */
import { availableParallelism } from 'node:os'
import { assembleInChild } from './assemble-in-child.ts'
import { convertInChild } from './convert-in-child.ts'
import type { DecoderResults, FromDecoder, ToDecoder } from './decoder-messages.ts'
import { setDecoderThreads } from '../decoder-sharp.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { unpackInChild } from './unpack-in-child.ts'

const MEMORY_CHECK_MS = 50

/** At once: `process.exit` would first wait for the threads that libvips works in. */
function dieAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

function sendAndDie(message: FromDecoder): void {
  process.send?.(message, dieAtOnce)
}

/** Pixels live in libvips' memory, which no V8 limit covers; sharp works off this thread, so the timer keeps firing. */
function watchMemory(limitBytes: number): void {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() < limitBytes) return
    clearInterval(timer)
    sendAndDie({
      type: 'failed',
      code: 'decoderOutOfMemory',
      details: { limitMb: Math.round(limitBytes / 1e6) },
    })
  }, MEMORY_CHECK_MS)
}

function carryOut(message: ToDecoder): Promise<DecoderResults[keyof DecoderResults]> {
  if (message.type === 'assemble') return assembleInChild(message.task)
  if (message.type === 'unpack') return unpackInChild(message.task)
  const tellSize = (pixels: number) => process.send?.({ type: 'probed', pixels } satisfies FromDecoder)
  return convertInChild(message.task, tellSize)
}

process.on('disconnect', dieAtOnce)

process.once('message', (message: ToDecoder) => {
  watchMemory(message.memoryBytes)
  setDecoderThreads(Math.min(availableParallelism(), 4))
  carryOut(message).then(
    (result) => sendAndDie({ type: 'done', result }),
    (error: unknown) => {
      const known = error instanceof RasterError
      const code = known ? error.code : 'decoderCrashed'
      sendAndDie({
        type: 'failed',
        code,
        details: known ? error.details : { text: String(error).slice(0, 200) },
      })
    },
  )
})
