import { z } from 'zod'
import { defineCall } from './define-call.ts'

export const userSchema = z
  .object({
    id: z.string(),
    _id: z.string(),
    username: z.string(),
    email: z.string(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
  })
  .meta({ id: 'User' })
export type User = z.output<typeof userSchema>

export const logout = defineCall({
  method: 'POST',
  path: '/auth/logout',
  summary: 'Ends the session whose token is sent.',
  session: 'required',
  tokens: 'never',
  reply: z.object({ status: z.literal('success') }),
})

export const validateToken = defineCall({
  method: 'GET',
  path: '/auth/validate-token',
  summary: 'The user whom the token belongs to.',
  session: 'required',
  reply: z.object({ user: userSchema }),
})
