import { createHash, randomBytes } from 'node:crypto'

/** An opaque token of 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** How tokens for programs begin, so that they are known where they are found. */
export const API_TOKEN_START = 'plm_'

/** What is stored of a token. A token has full entropy, so a plain hash cannot be turned back. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
