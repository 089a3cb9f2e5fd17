import {
  isMessageKey,
  messageText,
  type MessageDetails,
  type MessageKey,
} from '../../contract/api/messages.ts'
import type { ApiErrorBody } from '../../contract/api/errors.ts'
import { detailsOfIssue } from '../../contract/rules/text.ts'

export type FieldDetails = Readonly<Record<string, Record<string, string | number>>>

export interface RefusalOptions {
  readonly details?: MessageDetails
  /** Field of the request → what is wrong with it. */
  readonly fields?: Readonly<Record<string, MessageKey>>
  /** Field of the request → the values that its text names. */
  readonly fieldDetails?: FieldDetails
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
  readonly fieldDetails: FieldDetails
  readonly extra: RefusalOptions['extra']
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, messageKey: MessageKey, options: RefusalOptions = {}) {
    super(messageText(messageKey, options.details))
    this.name = 'Refusal'
    this.status = status
    this.messageKey = messageKey
    this.details = options.details ?? {}
    this.fields = options.fields
    this.fieldDetails = options.fieldDetails ?? {}
    this.extra = options.extra
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** One thing that a schema of the contract finds wrong. */
interface Issue {
  readonly path: readonly PropertyKey[]
  readonly message: string
}

/** The refusal of a form by what its schema says of each field; the first thing wrong with a field counts. */
export function invalidForm(issues: readonly Issue[]): Refusal {
  const fields: Record<string, MessageKey> = {}
  const fieldDetails: Record<string, Record<string, number>> = {}
  for (const issue of issues) {
    const field = issue.path.join('.')
    if (field in fields) continue
    fields[field] = isMessageKey(issue.message) ? issue.message : 'errors.fields.invalidType'
    fieldDetails[field] = detailsOfIssue(issue)
  }
  return new Refusal(400, 'errors.validationFailed', { fields, fieldDetails })
}

/** The answer for everything that is absent or that the caller may not know of. */
export function notFound(): Refusal {
  return new Refusal(404, 'errors.notFound')
}
