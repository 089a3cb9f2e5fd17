import { CATALOG_TITLE_MAX } from '../constants.ts'
import type { MessageKey } from '../api/messages.ts'
import { lengthInCodePoints } from './text-length.ts'
import { storableText } from './text.ts'

/** The first thing wrong with a catalog title (trimmed before), or undefined. */
export function catalogTitleFault(title: string): MessageKey | undefined {
  const length = lengthInCodePoints(title)
  if (length === 0) return 'errors.catalogs.titleTooShort'
  if (length > CATALOG_TITLE_MAX) return 'errors.catalogs.titleTooLong'
  return /^[\p{L}\p{M}\p{Nd}\s\-_]+$/u.test(title) ? undefined : 'errors.catalogs.invalidCharacters'
}

export const catalogTitleSchema = storableText()
  .trim()
  .superRefine((title, context) => {
    const messageKey = catalogTitleFault(title)
    if (messageKey) context.addIssue({ code: 'custom', message: messageKey })
  })
