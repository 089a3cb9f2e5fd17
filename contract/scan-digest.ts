/** Bytes of a scan that are digested at once: a file of any size needs no more memory than this. */
export const DIGEST_BLOCK_BYTES = 8 * 2 ** 20

/** Form of what {@link scanDigest} gives. */
export const DIGEST_FORM = /^[0-9a-f]{64}$/

/**
 * What tells the content of a scan from any other's: SHA-256 of the SHA-256 of its blocks, in hexadecimal. The browser has
 * no digest that takes a file in parts, so that one of 20 GiB could not be digested as a whole.
 *
 * @param read gives the bytes from one place up to another
 */
export async function scanDigest(
  bytes: number,
  read: (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<string> {
  const sums = new Uint8Array(32 * Math.ceil(bytes / DIGEST_BLOCK_BYTES))
  for (let from = 0, at = 0; from < bytes; from += DIGEST_BLOCK_BYTES, at += 32) {
    const block = await read(from, Math.min(bytes, from + DIGEST_BLOCK_BYTES))
    sums.set(new Uint8Array(await crypto.subtle.digest('SHA-256', block)), at)
  }
  const whole = new Uint8Array(await crypto.subtle.digest('SHA-256', sums))
  return Array.from(whole, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
