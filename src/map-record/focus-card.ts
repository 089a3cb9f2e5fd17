/** So long a card is waited for, and so often it is looked for, in milliseconds. */
const WAIT_MS = 3_000
const LOOK_MS = 50

/** Gives the focus to a map's card once it stands in the page; nothing happens where it does not come. */
export function focusCard(mapId: string): void {
  const until = Date.now() + WAIT_MS
  const look = () => {
    const link = document.querySelector<HTMLElement>(`[data-map-id="${CSS.escape(mapId)}"] [data-opens]`)
    if (link) return link.focus()
    if (Date.now() < until) setTimeout(look, LOOK_MS)
  }
  look()
}
