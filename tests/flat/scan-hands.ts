import type { Css } from '../../src/map/pane/press.ts'

/** What the hands move. `Place` is what lies under a place of the pane. */
export interface ScanHandTarget<Place> {
  /** Drags and pinches move the camera. */
  isInteractive(): boolean
  wheelZooms(): boolean
  placeAt(css: Css): Place
  zoom(): number
  /** Another zoom, with a place under a place of the pane. */
  show(zoom: number, place: Place, css: Css): void
  onDragging(isDragging: boolean): void
}

// As deck.gl and mjolnir.js have them.
const PAN_FROM_PX = 1
const WHEEL_SPEED = 0.01
const PIXELS_PER_LINE = 40
/** After a pinch one finger is lifted first: what is left of the other is no drag. */
const QUIET_AFTER_PINCH_MS = 100

type Gesture<Place> =
  | { readonly kind: 'pan'; readonly place: Place }
  | { readonly kind: 'pinch'; readonly place: Place; readonly zoom: number; readonly startPx: number }

/** Mouse, wheel and fingers on a scan pane, as deck.gl answers them; nothing flies on after a hand has let go. */
export function attachScanHands<Place>(canvas: HTMLElement, target: ScanHandTarget<Place>): () => void {
  const stop = new AbortController()
  const { signal } = stop
  /** Where the pointers are that are down, and where they went down. */
  const pointers = new Map<number, Css>()
  let start: Css = [0, 0]
  let startPx = 0
  let gesture: Gesture<Place> | null = null
  let quietUntil = 0

  const cssOf = ({ clientX, clientY }: MouseEvent): Css => {
    const box = canvas.getBoundingClientRect()
    return [clientX - box.left, clientY - box.top]
  }
  const middle = (): Css => {
    const [a = [0, 0], b = a] = [...pointers.values()]
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  }
  const distance = () => {
    const [a, b] = [...pointers.values()]
    return a && b ? Math.hypot(b[0] - a[0], b[1] - a[1]) : 0
  }
  const end = () => {
    if (gesture?.kind === 'pinch') quietUntil = performance.now() + QUIET_AFTER_PINCH_MS
    if (gesture) target.onDragging(false)
    gesture = null
  }

  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.buttons === 0 && event.pointerType !== 'touch') return
      if (gesture) end()
      pointers.set(event.pointerId, cssOf(event))
      start = middle()
      startPx = distance()
    },
    { signal },
  )
  window.addEventListener(
    'pointermove',
    (event) => {
      if (!pointers.has(event.pointerId)) return
      pointers.set(event.pointerId, cssOf(event))
      if (!target.isInteractive()) return
      if (!gesture) begin(event)
      else if (gesture.kind === 'pan') target.show(target.zoom(), gesture.place, middle())
      else target.show(gesture.zoom + Math.log2(distance() / gesture.startPx), gesture.place, middle())
    },
    { signal },
  )
  function begin(event: PointerEvent) {
    if (performance.now() < quietUntil) return
    const css = middle()
    if (pointers.size === 2 && distance() !== startPx) {
      gesture = { kind: 'pinch', place: target.placeAt(css), zoom: target.zoom(), startPx }
    } else if (pointers.size === 1 && Math.hypot(css[0] - start[0], css[1] - start[1]) > PAN_FROM_PX) {
      const isOther = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.buttons === 2
      if (isOther) return
      gesture = { kind: 'pan', place: target.placeAt(css) }
    } else return
    target.onDragging(true)
  }
  for (const name of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(
      name,
      (event) => {
        if (!pointers.delete(event.pointerId)) return
        end()
        start = middle()
      },
      { signal },
    )
  canvas.addEventListener(
    'wheel',
    (event) => {
      if (!target.isInteractive() || !target.wheelZooms()) return
      event.preventDefault()
      let value =
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * PIXELS_PER_LINE : event.deltaY
      if (event.shiftKey) value /= 4
      const levels = Math.log2(2 / (1 + Math.exp(-Math.abs(value * WHEEL_SPEED)))) * -Math.sign(value)
      const css = cssOf(event)
      target.show(target.zoom() + levels, target.placeAt(css), css)
    },
    { passive: false, signal },
  )
  return () => stop.abort()
}
