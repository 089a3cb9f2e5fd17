/** Signing in leads to a page whose frame is not mounted yet; it takes the focus once it is. */
let isRequested = false

/** Lets the next page with a frame begin with the focus in its content. */
export function requestContentFocus(): void {
  isRequested = true
}

/** Gives the focus to the content of a frame that was just mounted, where that was requested. */
export function consumeFocusRequest(content: HTMLElement | null): void {
  if (!content || !isRequested) return
  isRequested = false
  content.focus({ preventScroll: true })
}
