/** Signing in leads to a page whose frame does not stand yet; it takes the focus once it does. */
let isWanted = false

/** The next page with a frame begins with the focus in its content. */
export function wantContentFocus(): void {
  isWanted = true
}

/** Gives the focus to the content of a frame that has just come to stand, where that is wanted. */
export function takeContentFocus(content: HTMLElement | null): void {
  if (!content || !isWanted) return
  isWanted = false
  content.focus({ preventScroll: true })
}
