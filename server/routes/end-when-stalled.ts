import type { FastifyReply } from 'fastify'

/** A reader that takes less than this within the time is gone, or holds what others wait for. */
const LEAST_BYTES = 256 * 1024

export interface StallLimit {
  /** Time within which the reader of a long answer must take some of it, in milliseconds; 0: no limit. */
  readonly stallMs: number
}

/**
 * Ends the connection of a reader that takes almost nothing of what is there for it. Time in which there is nothing to
 * send does not count.
 */
export function endWhenStalled(reply: FastifyReply, stallMs: number): void {
  const { raw } = reply
  const { socket } = raw
  if (stallMs === 0 || !socket) return
  // What was not taken yet waits in the stream.
  const takenBytes = () => socket.bytesWritten - socket.writableLength
  let before = { taken: takenBytes(), isWaiting: false }
  const timer = setInterval(() => {
    const now = { taken: takenBytes(), isWaiting: raw.writableLength > 0 }
    if (before.isWaiting && now.isWaiting && now.taken - before.taken < LEAST_BYTES) socket.destroy()
    before = now
  }, stallMs)
  raw.once('close', () => clearInterval(timer))
}
