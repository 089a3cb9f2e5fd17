let brought: File | null = null

/** Carries a file that was dropped on one page to the page that reads it, in the same document. */
export const bringFile = (file: File): void => {
  brought = file
}

/** The file that was brought, once. */
export function takeBroughtFile(): File | null {
  const file = brought
  brought = null
  return file
}
