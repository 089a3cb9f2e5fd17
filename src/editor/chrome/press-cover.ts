/** Marks what takes presses in place of something that has just gone. */
const PRESS_COVER = 'data-press-cover'

/** The second press of a double press, and one that a hand had begun to aim, come within this time. */
const COVER_MS = 500

/** Takes presses at a place of the page for a moment, so that what lies beneath does not get them. */
export function coverPlace({
  left,
  top,
  width,
  height,
}: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>): void {
  const cover = document.createElement('div')
  cover.setAttribute(PRESS_COVER, '')
  Object.assign(cover.style, {
    position: 'fixed',
    zIndex: '20',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  // The focus stays where the bubble has sent it.
  cover.addEventListener('mousedown', (event) => event.preventDefault())
  document.body.append(cover)
  setTimeout(() => cover.remove(), COVER_MS)
}
