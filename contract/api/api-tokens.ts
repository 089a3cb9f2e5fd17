import { z } from 'zod'
import { API_TOKEN_DAYS, MAX_API_TOKENS } from '../constants.ts'
import { givenPasswordSchema } from '../rules/account-schemas.ts'
import { requiredTextUpTo } from '../rules/text.ts'
import { defineCall } from './define-call.ts'
import { idParams, momentSchema } from './map-record.ts'

/** What a token lets a program do: `read` what the user may see, `write`: change it as well. */
export const TOKEN_SCOPES = ['read', 'write'] as const
const scopeSchema = z.enum(TOKEN_SCOPES)
export type TokenScope = z.output<typeof scopeSchema>

/** Longest name of a token, in Unicode code points. */
const NAME_MAX = 100

const apiTokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope: scopeSchema,
    createdAt: momentSchema,
    /** To about five minutes; null: never. */
    lastUsedAt: momentSchema.nullable(),
    expiresAt: momentSchema,
  })
  .meta({ id: 'ApiToken' })

export const apiTokens = defineCall({
  method: 'GET',
  path: '/auth/tokens',
  summary: 'The tokens of the signed-in user with which programs call the API.',
  session: 'required',
  tokens: 'never',
  reply: z.object({ tokens: z.array(apiTokenSchema).max(MAX_API_TOKENS) }),
})

export const createApiToken = defineCall({
  method: 'POST',
  path: '/auth/tokens',
  summary:
    'Makes a token with which a program calls the API; it is in this reply alone. A wrong password is 400, 409 says that there are too many.',
  session: 'required',
  tokens: 'never',
  body: z.object({
    name: requiredTextUpTo(NAME_MAX),
    scope: scopeSchema,
    /** So long it is good for. */
    days: z.int().min(1).max(API_TOKEN_DAYS),
    password: givenPasswordSchema,
  }),
  reply: z.object({ token: z.string(), details: apiTokenSchema }),
  refusals: [409],
})

export const revokeApiToken = defineCall({
  method: 'DELETE',
  path: '/auth/tokens/:id',
  summary: 'Ends one token of the signed-in user at once.',
  session: 'required',
  tokens: 'never',
  params: idParams,
  reply: z.object({ status: z.literal('success') }),
  refusals: [404],
})
