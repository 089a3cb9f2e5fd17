import { z } from 'zod'
import { defineCall } from './define-call.ts'

/** Languages in which mails are written. */
export const LANGUAGES = ['en', 'lt'] as const
export const languageSchema = z.enum(LANGUAGES)
export type MailLanguage = z.output<typeof languageSchema>

/** Kinds of mail that a user may switch off; links to set a new password are none of them. */
export const MAIL_KINDS = [
  /** A transformation of one of the user's maps waits for a decision. */
  'review',
  /** The user's transformation was approved or rejected, or changes are asked for. */
  'decision',
  /** The time for a map that the user has claimed ends soon or is over, or its owner has ended the claim. */
  'claim',
] as const
export const mailKindSchema = z.enum(MAIL_KINDS)
export type MailKind = z.output<typeof mailKindSchema>

const mailSettings = z.object({
  /** Whether this instance sends mail at all. */
  isSent: z.boolean(),
  language: languageSchema,
  off: z.array(mailKindSchema),
})

export const mailChoices = defineCall({
  method: 'GET',
  path: '/auth/mail',
  summary: 'Which mails the signed-in user gets, and in which language.',
  session: 'required',
  reply: mailSettings,
})

export const changeMailChoices = defineCall({
  method: 'PUT',
  path: '/auth/mail',
  summary: 'Chooses which mails the signed-in user gets, and in which language; absent fields stay.',
  session: 'required',
  tokens: 'never',
  body: z.object({
    language: languageSchema.optional(),
    off: z.array(mailKindSchema).max(MAIL_KINDS.length).optional(),
  }),
  reply: mailSettings,
})
