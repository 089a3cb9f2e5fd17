import type { PressModifiers } from '../pane-props.ts'
import { isHeld, NO_PRESS, nextPress } from './press.ts'
import type { Css, Found, Grip, PointerType, PressEvent, Told } from './press.ts'

/** One step of a drag. `at`: where the grip's centre would lie, CSS px; after `cancel` where it lay before. */
export type GripDrag = Omit<Extract<Told, { kind: 'drag' }>, 'kind'>

/** What the gestures ask of their pane, and tell it. Read anew at every event. */
export interface GestureTarget {
  /** What lies under a place of the pane. */
  find(css: Css, pointerType: PointerType): Found | null
  onPointerDown(): void
  onPress(grip: Grip | null, css: Css, modifiers: PressModifiers): void
  onHover(grip: Grip | null): void
  onDrag(drag: GripDrag, modifiers: PressModifiers): void
  /** Where the pointer is; null when it has left. At most once a frame. */
  onPointerPlace(css: Css | null): void
}

export interface Gestures {
  /** Gives up a running drag. False when there is none. */
  cancelDrag(): boolean
  stop(): void
}

/** Elements within the pane that keep their events: point menus and the like. */
export const KEEPS_EVENTS = 'data-pane-keeps-events'

/**
 * Presses, hovers and drags in a pane, told apart from the camera's gestures, which go on to the map library: only a
 * pointer that has hold of something is kept from it.
 */
export function attachGestures(element: HTMLElement, target: GestureTarget): Gestures {
  let press = NO_PRESS
  let modifiers: PressModifiers = { altKey: false, shiftKey: false, pointerType: 'mouse' }
  let hovered: Grip | null = null
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

  const send = (event: PressEvent, css: Css) => {
    const step = nextPress(press, event)
    press = step.press
    for (const told of step.told) {
      if (told.kind === 'drag') target.onDrag(told, modifiers)
      else target.onPress(told.grip, css, modifiers)
    }
  }

  const onDown = (event: PointerEvent) => {
    if (isForeign(event)) return
    pointers += 1
    target.onPointerDown()
    const css = cssOf(event)
    if (pointers > 1 || event.button !== 0) return send({ type: 'cancel' }, css)
    const pointerType = typeOf(event)
    modifiers = modifiersOf(event)
    const pointer = { pointerId: event.pointerId, pointerType, down: css, timeMs: event.timeStamp }
    send({ type: 'down', pointer, found: target.find(css, pointerType) }, css)
    if (!isHeld(press)) return
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
  }

  const onMove = (event: PointerEvent) => {
    if (isHeld(press)) event.stopPropagation()
    modifiers = modifiersOf(event)
    const css = cssOf(event)
    send({ type: 'move', pointerId: event.pointerId, css }, css)
    lastMove = event
    frame ||= requestAnimationFrame(tellPointer)
  }

  const tellPointer = () => {
    frame = 0
    const event = lastMove
    if (!event || stop.signal.aborted) return
    const css = isForeign(event) ? null : cssOf(event)
    target.onPointerPlace(css)
    if (event.pointerType === 'touch' || press.kind === 'drag') return
    hover(css && (target.find(css, typeOf(event))?.grip ?? null))
  }

  const hover = (grip: Grip | null) => {
    if (isSameGrip(grip, hovered)) return
    hovered = grip
    target.onHover(grip)
  }

  const onUp = (event: PointerEvent) => {
    pointers = Math.max(0, pointers - 1)
    if (isHeld(press)) event.stopPropagation()
    modifiers = modifiersOf(event)
    const css = cssOf(event)
    if (isForeign(event)) send({ type: 'cancel' }, css)
    else send({ type: 'up', pointerId: event.pointerId, css, timeMs: event.timeStamp }, css)
  }

  const onCancel = (event: PointerEvent) => {
    pointers = Math.max(0, pointers - 1)
    if (press.kind !== 'none' && press.pointer.pointerId === event.pointerId)
      send({ type: 'cancel' }, cssOf(event))
  }
  const onLeave = () => {
    if (press.kind === 'drag') return
    cancelAnimationFrame(frame)
    frame = 0
    lastMove = null
    hover(null)
    target.onPointerPlace(null)
  }
  /** Mouse and touch events of what is held follow its pointer events: the map must not see them either. */
  const onCompanion = (event: Event) => {
    if (!isHeld(press)) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  element.addEventListener('pointerdown', onDown, capture)
  element.addEventListener('pointermove', onMove, capture)
  element.addEventListener('pointerup', onUp, capture)
  element.addEventListener('pointercancel', onCancel, capture)
  element.addEventListener('pointerleave', onLeave, { signal: stop.signal })
  for (const name of ['mousedown', 'touchstart', 'touchmove'] as const)
    element.addEventListener(name, onCompanion, { ...capture, passive: false })
  const cancelDrag = () => {
    const isDrag = press.kind === 'drag'
    if (isDrag) send({ type: 'cancel' }, [0, 0])
    return isDrag
  }
  return {
    cancelDrag,
    stop() {
      // A pane that goes takes its drag along: nobody would let go of it.
      cancelDrag()
      stop.abort()
      cancelAnimationFrame(frame)
    },
  }
}

function isSameGrip(a: Grip | null, b: Grip | null): boolean {
  if (!a || !b) return a === b
  switch (a.kind) {
    case 'mark':
      return b.kind === 'mark' && a.id === b.id
    case 'handle':
      return b.kind === 'handle' && a.index === b.index
    case 'ground':
      return b.kind === 'ground'
  }
}

function typeOf({ pointerType }: PointerEvent): PointerType {
  return pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
}

function modifiersOf(event: PointerEvent): PressModifiers {
  return { altKey: event.altKey, shiftKey: event.shiftKey, pointerType: typeOf(event) }
}
