import type { ChildProcess, Serializable } from 'node:child_process'
import { RasterError } from '../../cog/raster-error.ts'

/** Ends a conversation, well or badly; only the first end counts. */
export interface ConversationEnd<Result> {
  readonly resolve: (result: Result) => void
  readonly reject: (error: Error) => void
}

/**
 * Sends a child process its request and hears what it answers, until `onMessage` ends it. The child is not ended here.
 *
 * @param died what an end of the child without an answer, or a request that cannot be sent, becomes
 * @throws RasterError `cancelled` when the caller aborts
 */
export function converse<Message, Result>(
  child: ChildProcess,
  request: Serializable,
  {
    onMessage,
    died,
    signal,
  }: {
    readonly onMessage: (message: Message, end: ConversationEnd<Result>) => void
    readonly died: (cause: unknown) => RasterError
    readonly signal: AbortSignal | undefined
  },
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new RasterError('cancelled'))
    const die = (cause: unknown): void => reject(died(cause))
    signal?.addEventListener('abort', abort, { once: true })
    child.once('error', die)
    child.once('exit', (code, killedBy) => {
      signal?.removeEventListener('abort', abort)
      die(new ChildEnded(code ?? killedBy ?? 'unknown'))
    })
    child.on('message', (message: Message) => onMessage(message, { resolve, reject }))
    child.send(request, (error) => {
      if (error) die(error)
    })
  })
}

/** A child process ended by itself. */
export class ChildEnded extends Error {
  /** Its status, or the signal that ended it. */
  readonly exit: number | string

  constructor(exit: number | string) {
    super(`the process ended with ${exit}`)
    this.name = 'ChildEnded'
    this.exit = exit
  }
}
