import type { ApiErrorBody } from '../../contract/api/errors.ts'
import { i18n } from '../ui/i18n/i18n.ts'
import { dateLanguage } from '../ui/i18n/date-language.ts'

/**
 * Text of a message key of the server (`errors.auth.invalidCredentials`) in the language of the interface; where the
 * interface has none, the server's own English text.
 */
export function messageOf(
  messageKey: string,
  fallback: string,
  details: Record<string, unknown> = {},
): string {
  const key = messageKey.replace(/^errors\./, '')
  const values = { ns: 'errors' as const, ...counted(details), ...dated(details) }
  return i18n.exists(key, values) ? i18n.t(key as never, values) : fallback
}

/** A text with one number of its own says "1 minute" and "2 minutes". */
function counted({ count, minutes, seconds, limit }: Record<string, unknown>): { count?: number } {
  const number = count ?? minutes ?? seconds ?? limit
  return typeof number === 'number' ? { count: number } : {}
}

/** A day of the server (`2026-12-01`) as the language of the interface writes it. */
function dated(details: Record<string, unknown>): Record<string, unknown> {
  const { nextSlotAt } = details
  if (typeof nextSlotAt !== 'string') return details
  const day = new Intl.DateTimeFormat(dateLanguage(i18n.language), { dateStyle: 'medium', timeZone: 'UTC' })
  return { ...details, nextSlotAt: day.format(new Date(nextSlotAt)) }
}

/**
 * A call that was refused or that got no answer. `message` is worded in the language of the interface.
 */
export class ApiError extends Error {
  /** HTTP status; 0 when no response arrived. */
  readonly status: number
  readonly messageKey: string
  /** What the server said; null when no response arrived or it was not ours. */
  readonly body: ApiErrorBody | null

  constructor(status: number, body: ApiErrorBody | null, messageKey: string, message: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.messageKey = messageKey
  }

  /** Text for each refused field. */
  get fieldErrors(): Record<string, string> {
    const { errors = {}, errorKeys = {}, errorDetails = {} } = this.body ?? {}
    return Object.fromEntries(
      Object.entries(errors).map(([field, text]) => [
        field,
        messageOf(errorKeys[field] ?? '', text, errorDetails[field]),
      ]),
    )
  }
}

/** The error of a reply that is not 200; `text` is its body. */
export function errorOfReply(status: number, text: string): ApiError {
  const parsed = parseJson(text)
  const body = isErrorBody(parsed) ? parsed : null
  if (body) {
    const details = {
      ...body.details,
      ...(body.minutesRemaining === undefined ? {} : { minutes: body.minutesRemaining }),
    }
    return new ApiError(status, body, body.messageKey, messageOf(body.messageKey, body.error, details))
  }
  const messageKey = status >= 502 && status <= 504 ? 'errors.unavailable' : 'errors.internal'
  return new ApiError(
    status,
    null,
    messageKey,
    i18n.t(messageKey === 'errors.unavailable' ? 'unavailable' : 'internal', { ns: 'errors' }),
  )
}

/** The error of a call that no response came back for. */
export function networkError(): ApiError {
  return new ApiError(0, null, 'errors.network', i18n.t('network', { ns: 'errors' }))
}

/** What to tell a person about anything thrown by a call. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.message : i18n.t('internal', { ns: 'errors' })
}

/**
 * What a call was refused for, or that nothing came back; undefined where what came back says no more than that
 * something went wrong. `field`: a field whose own fault is the better text.
 */
export function refusalText(error: unknown, field?: string): string | undefined {
  if (!(error instanceof ApiError) || error.messageKey === 'errors.internal') return undefined
  const ofField = field === undefined ? undefined : error.fieldErrors[field]
  if (ofField !== undefined) return ofField
  return error.body || error.status === 0 ? error.message : undefined
}

/** Text of a zod issue of the contract: its message is a message key, `details` the values that its text names. */
export function issueText(messageKey: string, details: Record<string, number> = {}): string {
  return messageOf(messageKey, messageKey, details)
}

/** Whether a server of ours has said it: by its texts, for pages that stand without a library of schemas. */
function isErrorBody(value: unknown): value is ApiErrorBody {
  if (typeof value !== 'object' || value === null) return false
  const { message, messageKey, error } = value as Partial<ApiErrorBody>
  return [message, messageKey, error].every((text) => typeof text === 'string')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
