import type { z } from 'zod'
import type { MessageKey } from '../api/messages.ts'
import { EMAIL_MAX } from '../constants.ts'
import { emailFault, isTooLong, passwordFault, usernameFault } from './account-fields.ts'
import { lengthInCodePoints } from './text-length.ts'
import { storableText } from './text.ts'

function judgedBy(fault: (text: string) => MessageKey | undefined) {
  return (text: string, context: z.RefinementCtx<string>) => {
    const messageKey = fault(text)
    if (messageKey) context.addIssue({ code: 'custom', message: messageKey })
  }
}

export const usernameSchema = storableText().trim().superRefine(judgedBy(usernameFault))
export const emailSchema = storableText().trim().superRefine(judgedBy(emailFault))
/** An address to be looked for: any text, up to the length that an address can have. */
export const givenEmailSchema = storableText()
  .trim()
  .refine((email) => email.length > 0, { error: 'errors.fields.required' satisfies MessageKey })
  .refine((email) => !isTooLong(email), {
    error: 'errors.fields.tooLong' satisfies MessageKey,
    params: { limit: EMAIL_MAX },
  })
export const newPasswordSchema = storableText().superRefine(judgedBy(passwordFault))
/** A password to be compared: any text up to the length that is hashed at all. */
export const givenPasswordSchema = storableText()
  .refine((password) => password.length > 0, { error: 'errors.fields.required' satisfies MessageKey })
  .refine((password) => lengthInCodePoints(password) <= 1024, {
    error: 'errors.fields.passwordTooLong' satisfies MessageKey,
  })
