import type { MarkDrag, PressModifiers } from '../pane-props.ts'

type PointerType = PressModifiers['pointerType']
type Css = readonly [x: number, y: number]

/** What the gestures ask of their pane, and tell it. Read anew at every event. */
export interface GestureTarget<Place> {
  unproject(css: Css): Place | null
  /** Id of the mark under a place of the pane. */
  markAt(css: Css, pointerType: PointerType): string | null
  /** Where a mark lies: its place, and in CSS px of the pane. */
  mark(id: string): { readonly place: Place; readonly css: Css } | null
  isMovable(id: string): boolean
  onMarkPress(id: string, modifiers: PressModifiers): void
  onMarkHover(id: string | null): void
  onMarkDrag(drag: MarkDrag<Place>): void
  onPress(place: Place, css: Css, modifiers: PressModifiers): void
  onPointerPlace(place: Place | null, css: Css | null): void
}

/** Moved less than this, a press is no drag. CSS px. */
const DRAG_FROM_PX = { mouse: 3, pen: 5, touch: 9 } as const
/** A finger hides what it touches: the dragged point keeps this far above it. CSS px. */
const TOUCH_DRAG_OFFSET_PX = 100
/** Longer than this, a touch is not a tap. */
const LONGEST_TAP_MS = 700

interface Press {
  readonly pointerId: number
  readonly pointerType: PointerType
  readonly down: Css
  readonly at: number
  readonly markId: string | null
  /** The mark's centre minus the pointer. */
  readonly grip: Css
  isDrag: boolean
}

/** Elements within the pane that keep their events: point menus and the like. */
export const KEEPS_EVENTS = 'data-pane-keeps-events'

/**
 * Presses, hovers and drags of marks in a pane, told apart from the camera's gestures, which go on to the map library:
 * only a pointer that goes down on a movable mark is kept from it. Returns how to stop.
 */
export function attachGestures<Place>(element: HTMLElement, target: GestureTarget<Place>): () => void {
  let press: Press | null = null
  let hovered: string | null = null
  let pointers = 0
  let frame = 0
  let lastMove: PointerEvent | null = null
  const stop = new AbortController()
  const capture = { capture: true, signal: stop.signal }

  const cssOf = ({ clientX, clientY }: MouseEvent): Css => {
    const box = element.getBoundingClientRect()
    return [clientX - box.left, clientY - box.top]
  }
  const isForeign = ({ target: node }: Event) =>
    node instanceof Element && node.closest(`[${KEEPS_EVENTS}]`) !== null
  const grabbed = () => press !== null && press.markId !== null && target.isMovable(press.markId)

  const dragTo = (event: PointerEvent | KeyboardEvent, phase: MarkDrag<Place>['phase'], css: Css) => {
    if (!press?.markId) return
    const offset = press.pointerType === 'touch' ? TOUCH_DRAG_OFFSET_PX : 0
    const aim: Css = [css[0] + press.grip[0], css[1] + press.grip[1] - (phase === 'cancel' ? 0 : offset)]
    const place = target.unproject(aim)
    const modifiers = modifiersOf(event, press.pointerType)
    if (place !== null) target.onMarkDrag({ id: press.markId, phase, place, modifiers })
  }

  const onDown = (event: PointerEvent) => {
    if (isForeign(event)) return
    pointers += 1
    if (pointers > 1 || event.button !== 0) {
      cancel(event)
      return
    }
    const css = cssOf(event)
    const pointerType = typeOf(event)
    const markId = target.markAt(css, pointerType)
    const centre = markId === null ? null : target.mark(markId)?.css
    const grip: Css = centre ? [centre[0] - css[0], centre[1] - css[1]] : [0, 0]
    press = {
      pointerId: event.pointerId,
      pointerType,
      down: css,
      at: event.timeStamp,
      markId,
      grip,
      isDrag: false,
    }
    if (!grabbed()) return
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
  }

  const onMove = (event: PointerEvent) => {
    if (press && event.pointerId === press.pointerId) {
      const css = cssOf(event)
      const way = Math.hypot(css[0] - press.down[0], css[1] - press.down[1])
      if (!press.isDrag && way > DRAG_FROM_PX[press.pointerType]) {
        press.isDrag = true
        if (grabbed()) dragTo(event, 'start', press.down)
      }
      if (grabbed()) {
        event.stopPropagation()
        if (press.isDrag) dragTo(event, 'move', css)
      }
    }
    lastMove = event
    frame ||= requestAnimationFrame(tellPointer)
  }

  const tellPointer = () => {
    frame = 0
    const event = lastMove
    if (!event || stop.signal.aborted) return
    const isInside = !isForeign(event)
    const css = cssOf(event)
    target.onPointerPlace(isInside ? target.unproject(css) : null, isInside ? css : null)
    if (event.pointerType === 'touch' || press?.isDrag) return
    hover(isInside ? target.markAt(css, typeOf(event)) : null)
  }

  const hover = (id: string | null) => {
    if (id === hovered) return
    hovered = id
    target.onMarkHover(id)
  }

  const onUp = (event: PointerEvent) => {
    pointers = Math.max(0, pointers - 1)
    if (!press || event.pointerId !== press.pointerId) return
    const css = cssOf(event)
    const modifiers = modifiersOf(event, press.pointerType)
    if (grabbed()) event.stopPropagation()
    if (press.isDrag && grabbed()) dragTo(event, 'end', css)
    const isTap =
      !press.isDrag && (press.pointerType !== 'touch' || event.timeStamp - press.at < LONGEST_TAP_MS)
    const { markId } = press
    press = null
    if (!isTap || isForeign(event)) return
    if (markId !== null) return target.onMarkPress(markId, modifiers)
    const place = target.unproject(css)
    if (place !== null) target.onPress(place, css, modifiers)
  }

  const cancel = (event: PointerEvent | KeyboardEvent) => {
    if (press?.isDrag && grabbed()) dragTo(event, 'cancel', press.down)
    press = null
  }
  const onCancel = (event: PointerEvent) => {
    pointers = Math.max(0, pointers - 1)
    if (press && event.pointerId === press.pointerId) cancel(event)
  }
  const onLeave = () => {
    if (press?.isDrag) return
    cancelAnimationFrame(frame)
    frame = 0
    lastMove = null
    hover(null)
    target.onPointerPlace(null, null)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !press?.isDrag || !grabbed()) return
    event.stopPropagation()
    cancel(event)
  }
  /** Mouse and touch events of a grabbed mark follow its pointer events: the map must not see them either. */
  const onCompanion = (event: Event) => {
    if (!grabbed()) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  element.addEventListener('pointerdown', onDown, capture)
  element.addEventListener('pointermove', onMove, capture)
  element.addEventListener('pointerup', onUp, capture)
  element.addEventListener('pointercancel', onCancel, capture)
  element.addEventListener('pointerleave', onLeave, { signal: stop.signal })
  window.addEventListener('keydown', onKey, capture)
  for (const name of ['mousedown', 'touchstart', 'touchmove'] as const)
    element.addEventListener(name, onCompanion, { ...capture, passive: false })
  return () => {
    stop.abort()
    cancelAnimationFrame(frame)
  }
}

function typeOf({ pointerType }: PointerEvent): PointerType {
  return pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
}

function modifiersOf(
  { altKey, shiftKey }: PointerEvent | KeyboardEvent,
  pointerType: PointerType,
): PressModifiers {
  return { altKey, shiftKey, pointerType }
}
