/** What stands above may still come for so long, in milliseconds. */
const WAIT_MS = 5_000
const ACTIONS = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Brings a part of a dialog into sight and keeps it there while what stands above still comes, until the reader does
 * something. @returns ends it
 */
export function keepInSight(part: HTMLElement): () => void {
  const bring = () => part.scrollIntoView({ block: 'center' })
  const watch = new ResizeObserver(bring)
  const ending = new AbortController()
  const stop = () => {
    watch.disconnect()
    clearTimeout(timer)
    ending.abort()
  }
  const timer = setTimeout(stop, WAIT_MS)
  for (const action of ACTIONS)
    document.addEventListener(action, stop, { capture: true, signal: ending.signal })
  const column = part.closest('section')?.parentElement
  if (column) watch.observe(column)
  bring()
  return stop
}
