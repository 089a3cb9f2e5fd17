import { userSchema, type User } from '../../contract/api/session.ts'

const KEY = 'rememberedUser'
/** Letters of the token that tell it from another. */
const TAG_LETTERS = 16

const tagOf = (token: string) => token.slice(0, TAG_LETTERS)

/** Keeps in this browser whose token it is, for the pages that open without the server. */
export function rememberUser(token: string, user: User): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([tagOf(token), user]))
  } catch {
    // Storage is refused or full: without the server nobody is known then.
  }
}

/** The user that was kept for this token; null where it was another's, or none. */
export function rememberedUser(token: string): User | null {
  try {
    const [tag, user] = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown[]
    return tag === tagOf(token) ? userSchema.parse(user) : null
  } catch {
    return null
  }
}

export function forgetUser(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Nothing could be kept either.
  }
}
