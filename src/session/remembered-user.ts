import { userSchema, type User } from '../../contract/api/session.ts'
import { storedValue } from '../ui/stored-value.ts'

/** Letters of the token that tell it from another. */
const TAG_LETTERS = 16

const tagOf = (token: string) => token.slice(0, TAG_LETTERS)

/** The start of a token with whose it is. */
const stored = storedValue('rememberedUser', (value): [string, User] | undefined => {
  const [tag, user] = Array.isArray(value) ? (value as unknown[]) : []
  const known = userSchema.safeParse(user)
  return typeof tag === 'string' && known.success ? [tag, known.data] : undefined
})

/** Stores in this browser whose token it is, for the pages that open without the server. */
export const rememberUser = (token: string, user: User): void => void stored.write([tagOf(token), user])

/** The user that was stored for this token; null where it was another's, or none. */
export function rememberedUser(token: string): User | null {
  const [tag, user] = stored.read() ?? []
  return user && tag === tagOf(token) ? user : null
}

export const forgetUser = (): void => void stored.write(undefined)
