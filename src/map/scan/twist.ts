import { turnBetween } from '../../geometry/angles.ts'

/** Fingers that pinch turn a little as well: only more than this means a turn. */
const LEAST_TURN_DEGREES = 12

/**
 * Two fingers that turn about one another; what they pull and stretch is the map library's. `onTurn` is told by how many
 * degrees they have turned clockwise since it was told last. Returns how to stop.
 */
export function attachTwist(element: HTMLElement, onTurn: (degrees: number) => void): () => void {
  const fingers = new Map<number, readonly [number, number]>()
  let last: number | null = null
  let isTurning = false
  const stop = new AbortController()
  const capture = { capture: true, signal: stop.signal }

  const direction = (): number | null => {
    const [a, b] = [...fingers.values()]
    return a && b && fingers.size === 2 ? (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI : null
  }
  const begin = () => {
    last = direction()
    isTurning = false
  }
  const onDown = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return
    fingers.set(event.pointerId, [event.clientX, event.clientY])
    begin()
  }
  const onMove = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return
    fingers.set(event.pointerId, [event.clientX, event.clientY])
    const now = direction()
    if (now === null || last === null) return
    const turn = turnBetween(last, now)
    if (!isTurning && Math.abs(turn) < LEAST_TURN_DEGREES) return
    last = now
    // What it took to be sure is no part of the turn: the scan does not leap.
    if (isTurning) onTurn(turn)
    isTurning = true
  }
  const onUp = (event: PointerEvent) => {
    if (fingers.delete(event.pointerId)) begin()
  }
  element.addEventListener('pointerdown', onDown, capture)
  element.addEventListener('pointermove', onMove, capture)
  for (const name of ['pointerup', 'pointercancel'] as const) element.addEventListener(name, onUp, capture)
  return () => stop.abort()
}
