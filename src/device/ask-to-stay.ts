/** Asks the browser not to clear what is kept when it runs out of room. False: it may. */
export async function askToStay(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    return false
  }
}
