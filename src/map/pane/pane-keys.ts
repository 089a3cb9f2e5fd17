/** What the keys of a pane do. */
export interface PaneKeyTarget {
  /** By CSS px: right and down are positive. */
  panBy(x: number, y: number): void
  /** By zoom levels. */
  zoomBy(levels: number): void
  fit(): void
}

const PAN_PX = 80
const FAR_PAN_PX = 320

/**
 * Arrows pan (Shift: farther), + and - zoom, Home shows everything; while the pane itself has the focus and nobody has
 * used the key before (`preventDefault`). Returns how to stop.
 */
export function attachPaneKeys(element: HTMLElement, target: PaneKeyTarget): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== element || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (pressed(event, target)) event.preventDefault()
  }
  element.addEventListener('keydown', onKey)
  return () => element.removeEventListener('keydown', onKey)
}

function pressed({ key, shiftKey }: KeyboardEvent, target: PaneKeyTarget): boolean {
  const way = shiftKey ? FAR_PAN_PX : PAN_PX
  switch (key) {
    case 'ArrowLeft':
      target.panBy(-way, 0)
      return true
    case 'ArrowRight':
      target.panBy(way, 0)
      return true
    case 'ArrowUp':
      target.panBy(0, -way)
      return true
    case 'ArrowDown':
      target.panBy(0, way)
      return true
    case '+':
    case '=':
      target.zoomBy(1)
      return true
    case '-':
      target.zoomBy(-1)
      return true
    case 'Home':
      target.fit()
      return true
    default:
      return false
  }
}
