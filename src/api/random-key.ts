/** A mark that nobody else makes, by which the server knows a request that is sent again. */
export function randomKey(): string {
  // crypto.randomUUID is missing where the page is not served from a secure origin.
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
