import { z } from 'zod'
import {
  emailSchema,
  givenEmailSchema,
  givenPasswordSchema,
  newPasswordSchema,
  usernameSchema,
} from '../rules/account-schemas.ts'
import { optionalTextUpTo, textUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { OPEN_CALLS } from './open-calls.ts'
import { idParams, momentSchema } from './map-record.ts'
import { languageSchema } from './mail.ts'
import { userSchema } from './session.ts'

/** State of the caller's sign-in attempts. */
export const authLimitSchema = z.object({
  /** Whether any attempt counts against the caller at the moment. */
  hasLimit: z.boolean(),
  isBlocked: z.boolean(),
  minutesRemaining: z.int(),
  totalAttempts: z.int(),
  remainingAttempts: z.int(),
  nextAttemptAt: momentSchema.nullable(),
})
export type AuthLimit = z.output<typeof authLimitSchema>

const done = z.object({ status: z.literal('success') })

export const register = defineCall({
  ...OPEN_CALLS.register,
  summary: 'Creates an account and opens a session.',
  body: z.object({
    email: emailSchema,
    password: newPasswordSchema,
    username: usernameSchema,
    /** Of the mails to the new user. */
    language: languageSchema.optional(),
  }),
  reply: z.object({ token: z.string(), user: userSchema }),
  refusals: [409],
})

export const login = defineCall({
  ...OPEN_CALLS.login,
  summary:
    'Opens a session. 401 also means wrong credentials here, 403 that the operator has locked the account; 429 carries rate-limit data.',
  body: z.object({
    email: givenEmailSchema,
    password: givenPasswordSchema,
    /** Of the mails to the user, who has chosen none yet. */
    language: languageSchema.optional(),
  }),
  reply: z.object({ token: z.string(), user: userSchema }),
  refusals: [401, 403],
})

export const profile = defineCall({
  method: 'GET',
  path: '/auth/profile',
  summary: 'The profile of the signed-in user.',
  session: 'required',
  reply: z.object({ user: userSchema }),
})

export const updateProfile = defineCall({
  method: 'PUT',
  path: '/auth/profile',
  summary:
    'Changes the profile; absent fields stay, null or blank clears a name. A new email needs the current password; ' +
    'one that is absent or wrong is 400.',
  session: 'required',
  tokens: 'never',
  body: z.object({
    username: usernameSchema.optional(),
    email: emailSchema.optional(),
    firstName: optionalTextUpTo(100),
    lastName: optionalTextUpTo(100),
    /** Needed where the email is another than before. */
    currentPassword: givenPasswordSchema.optional(),
  }),
  reply: z.object({ user: userSchema }),
  refusals: [409],
})

export const updatePassword = defineCall({
  method: 'PUT',
  path: '/auth/password',
  summary: 'Changes the password and ends every other session. A wrong current password is 400.',
  session: 'required',
  tokens: 'never',
  body: z.object({ currentPassword: givenPasswordSchema, newPassword: newPasswordSchema }),
  reply: done,
})

export const checkLimit = defineCall({
  ...OPEN_CALLS.checkLimit,
  summary: 'The strictest lock among the accounts tried from the caller’s address.',
  reply: authLimitSchema,
})

export const sessions = defineCall({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'The open sessions of the signed-in user, and the newest sign-ins to the account.',
  session: 'required',
  tokens: 'never',
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAt: momentSchema,
        lastUsedAt: momentSchema,
        expiresAt: momentSchema,
        userAgent: z.string().nullable(),
        isCurrent: z.boolean(),
      }),
    ),
    /** The newest first, failed tries among them. */
    signIns: z.array(
      z.object({
        at: momentSchema,
        succeeded: z.boolean(),
        /** Of an IPv6 address the network alone. */
        address: z.string(),
      }),
    ),
  }),
})

export const endSession = defineCall({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'Ends one session of the signed-in user.',
  session: 'required',
  tokens: 'never',
  params: idParams,
  reply: done,
  refusals: [404],
})

export const forgotPassword = defineCall({
  ...OPEN_CALLS.forgotPassword,
  summary: 'Asks for a link to set a new password; answers the same whether or not the account exists.',
  body: z.object({ email: emailSchema }),
  /** `isMailed`: whether links are sent by mail here, or the operator passes them on. */
  reply: z.object({ status: z.literal('success'), isMailed: z.boolean() }),
})

export const resetPassword = defineCall({
  ...OPEN_CALLS.resetPassword,
  summary: 'Sets a new password by a one-use token and ends every session.',
  body: z.object({ token: textUpTo(200).min(1, 'errors.fields.required'), password: newPasswordSchema }),
  reply: done,
})

/** Answers a JSON document with everything kept about the account. */
export const exportAccount = defineCall({
  method: 'GET',
  path: '/auth/export',
  summary: 'Everything kept about the signed-in user, as one JSON document.',
  session: 'required',
  tokens: 'never',
  reply: z.object({
    user: userSchema,
    createdAt: momentSchema,
    maps: z.array(z.record(z.string(), z.unknown())),
    /** Unpublished work, on maps of others as well. */
    drafts: z.array(z.record(z.string(), z.unknown())),
    catalogs: z.array(z.record(z.string(), z.unknown())),
    ratings: z.array(z.record(z.string(), z.unknown())),
    notifications: z.array(z.record(z.string(), z.unknown())),
    /** On maps of others as well. */
    comments: z.array(z.record(z.string(), z.unknown())),
    /** Maps of which the user says that they need better points. */
    pointWishes: z.array(z.record(z.string(), z.unknown())),
    /** Maps, people and places that the user follows. */
    follows: z.array(z.record(z.string(), z.unknown())),
    /** Where the user is signed in, and from which addresses they were lately. */
    sessions: z.array(z.record(z.string(), z.unknown())),
    addresses: z.array(z.record(z.string(), z.unknown())),
    /** Sign-ins of the last 30 days, failed tries among them. */
    signIns: z.array(z.record(z.string(), z.unknown())),
    /** Tokens for programs, not the tokens themselves. */
    apiTokens: z.array(z.record(z.string(), z.unknown())),
  }),
})

export const deleteAccount = defineCall({
  method: 'DELETE',
  path: '/auth/account',
  summary: 'Ends the account with its maps, catalogs, ratings, comments and sessions.',
  session: 'required',
  tokens: 'never',
  body: z.object({ password: givenPasswordSchema }),
  reply: done,
})
