/** What the keys of texts begin with that were begun on this device and not sent. */
export const UNSENT_PREFIX = 'unsentText '

/** Removes all that was begun on this device, whoever began it. */
export function forgetUnsent(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(UNSENT_PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing could be kept either.
  }
}
