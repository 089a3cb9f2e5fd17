import { randomBytes } from 'node:crypto'

/**
 * A UUID of version 7: its first 48 bits are the time, so that rows made one after another lie side by side. 44 random
 * bits tell apart what was made in the same millisecond; more would only make long lists harder to compress.
 */
export function newId(now = Date.now()): string {
  const bytes = Buffer.alloc(16)
  randomBytes(2).copy(bytes, 6)
  randomBytes(4).copy(bytes, 12)
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** Whether a text from outside can be the identity of a row at all. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}

/** Whether a text from outside can be the token of an unlisted link at all: some texts no database takes. */
export function isLinkToken(text: string): boolean {
  return /^[\w-]{1,100}$/.test(text)
}
