import { z } from 'zod'
import type { MessageKey } from '../api/messages.ts'
import { lengthInCodePoints } from './text-length.ts'

/** Whether a text can be stored: neither U+0000 nor a lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Surrogate}/u.test(text)
}

const key = (messageKey: MessageKey) => ({ error: messageKey })

/** A check for at most `limit` code points; its issue carries the limit. */
export function atMost(limit: number) {
  return z.refine<string>((text) => lengthInCodePoints(text) <= limit, {
    ...key('errors.fields.tooLong'),
    params: { limit },
  })
}

/** The values that the text of an issue names: the limit of a text that is too long. */
export function detailsOfIssue(issue: unknown): Record<string, number> {
  const { limit } = (issue as { params?: { limit?: unknown } }).params ?? {}
  return typeof limit === 'number' ? { limit } : {}
}

/** A string that can be stored; its issues are message keys. */
export function storableText() {
  return z
    .string({
      error: (issue) => (issue.input === undefined ? 'errors.fields.required' : 'errors.fields.invalidType'),
    })
    .refine(isStorable, key('errors.fields.invalidText'))
}

/** A storable string of at most `max` code points, trimmed. */
export function textUpTo(max: number) {
  return storableText().trim().check(atMost(max)).meta({ maxLength: max })
}

/** As `textUpTo`, but not empty. */
export function requiredTextUpTo(max: number) {
  return textUpTo(max)
    .refine((text) => text.length > 0, key('errors.fields.required'))
    .meta({ minLength: 1, maxLength: max })
}

/** Text of an optional field: null and blank mean "none" and come out as null; absent stays absent. */
export function optionalTextUpTo(max: number) {
  return textUpTo(max)
    .nullish()
    .transform((text) => (text === '' ? null : text))
}
