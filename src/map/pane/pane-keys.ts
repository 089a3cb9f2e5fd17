import { shortcutKey } from '../../ui/shortcut-key.ts'

/** What the keys of a pane do. */
export interface PaneKeyTarget {
  /** By CSS px: right and down are positive. */
  panBy(x: number, y: number): void
  /** By zoom levels. */
  zoomBy(levels: number): void
  /** What is seen turns clockwise. */
  turnBy(degrees: number): void
  fit(): void
}

/** How far one press of an arrow goes: a part of the pane, most of it, little, or as little as a mouse can. CSS px. */
const PAN_PX = { plain: 80, shift: 320, ctrl: 8, ctrlShift: 1 } as const

/** How far one press of a bracket, or of comma or full stop, turns. */
const TURN_DEGREES = { plain: 5, shift: 45 } as const

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Arrows pan (Shift: farther; Ctrl: finely), + and - zoom, brackets, comma and full stop turn (Shift: farther), Home shows
 * everything; while the pane itself has the focus
 * and nobody has used the key before (`preventDefault`). Returns how to stop.
 */
export function attachPaneKeys(element: HTMLElement, target: PaneKeyTarget): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.target !== element || event.defaultPrevented || event.altKey) return
    const isUsed = panned(event, target) || (!isCtrl(event) && pressed(shortcutKey(event), target))
    if (isUsed) event.preventDefault()
  }
  element.addEventListener('keydown', onKey)
  return () => element.removeEventListener('keydown', onKey)
}

const isCtrl = ({ ctrlKey, metaKey }: KeyboardEvent) => ctrlKey || metaKey

function panned(event: KeyboardEvent, target: PaneKeyTarget): boolean {
  const arrow = ARROWS[event.key]
  if (!arrow) return false
  const { shiftKey } = event
  const way = isCtrl(event) ? PAN_PX[shiftKey ? 'ctrlShift' : 'ctrl'] : PAN_PX[shiftKey ? 'shift' : 'plain']
  target.panBy(arrow[0] * way, arrow[1] * way)
  return true
}

function pressed(key: string, target: PaneKeyTarget): boolean {
  switch (key) {
    case '+':
    case '=':
      target.zoomBy(1)
      return true
    case '-':
      target.zoomBy(-1)
      return true
    case '[':
    case ',':
      target.turnBy(-TURN_DEGREES.plain)
      return true
    case ']':
    case '.':
      target.turnBy(TURN_DEGREES.plain)
      return true
    case '{':
    case '<':
    case ';':
      target.turnBy(-TURN_DEGREES.shift)
      return true
    case '}':
    case '>':
    case ':':
      target.turnBy(TURN_DEGREES.shift)
      return true
    case 'Home':
      target.fit()
      return true
    default:
      return false
  }
}
