import { messageText, type MessageDetails, type MessageKey } from '../../contract/api/messages.ts'
import type { ApiErrorBody } from '../../contract/api/errors.ts'

export interface RefusalOptions {
  readonly details?: MessageDetails
  /** Field of the request → what is wrong with it. */
  readonly fields?: Readonly<Record<string, MessageKey>>
  /** Rate-limit data that goes into the body beside the text. */
  readonly extra?: Pick<
    ApiErrorBody,
    'minutesRemaining' | 'nextAttemptAt' | 'remainingAttempts' | 'totalAttempts'
  >
  readonly retryAfterSeconds?: number
}

/** An expected "no" to a request: a status, a text in the contract's words, and what the text names. */
export class Refusal extends Error {
  readonly status: number
  readonly messageKey: MessageKey
  readonly details: MessageDetails
  readonly fields: Readonly<Record<string, MessageKey>> | undefined
  readonly extra: RefusalOptions['extra']
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, messageKey: MessageKey, options: RefusalOptions = {}) {
    super(messageText(messageKey, options.details))
    this.name = 'Refusal'
    this.status = status
    this.messageKey = messageKey
    this.details = options.details ?? {}
    this.fields = options.fields
    this.extra = options.extra
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The answer for everything that is absent or that the caller may not know of. */
export function notFound(): Refusal {
  return new Refusal(404, 'errors.notFound')
}
