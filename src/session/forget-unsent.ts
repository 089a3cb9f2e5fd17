/** What the keys of texts begin with that were begun on this device and not sent. */
export const UNSENT_PREFIX = 'unsentText '

/** Whether the user has begun a text on this device that has not been sent, as far as is known. */
export function hasUnsent(userId: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`${UNSENT_PREFIX}${userId} `))
  } catch {
    return false
  }
}

/** Removes all that was begun on this device, whoever began it. */
export function forgetUnsent(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(UNSENT_PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing could be kept either.
  }
}
