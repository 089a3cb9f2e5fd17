import type { PressModifiers } from '../pane-props.ts'
import { isHeld, NO_PRESS, nextPress } from './press.ts'
import type { Css, Found, Grip, PointerType, PressEvent, Told } from './press.ts'

/** One step of a drag. `at`: where the grip's centre would lie, CSS px; after `cancel` where it lay before. */
export type GripDrag = Omit<Extract<Told, { kind: 'drag' }>, 'kind'>

/** One step of two fingers on what a tool holds. CSS px. */
export interface GripPinch {
  readonly phase: 'start' | 'move' | 'end' | 'cancel'
  readonly from: readonly [Css, Css]
  readonly to: readonly [Css, Css]
}

/** What the gestures ask of their pane, and tell it. Read anew at every event. */
export interface GestureTarget {
  /** What lies under a place of the pane. */
  find(css: Css, pointerType: PointerType): Found | null
  onPointerDown(): void
  onPress(grip: Grip | null, css: Css, modifiers: PressModifiers): void
  onHover(grip: Grip | null): void
  onDrag(drag: GripDrag, modifiers: PressModifiers): void
  /** A second finger beside one that has hold of what a tool holds belongs to the tool as well. */
  takesPinch(): boolean
  onPinch(pinch: GripPinch): void
  /** Where the pointer is; null when it has left. At most once a frame. */
  onPointerPlace(css: Css | null): void
}

/** Two fingers that a tool has, by their pointers. */
interface Pinch {
  readonly ids: readonly [number, number]
  readonly from: readonly [Css, Css]
  to: readonly [Css, Css]
}

export interface Gestures {
  /** Gives up a running drag. False when there is none. */
  cancelDrag(): boolean
  /** A pointer that went down on something that lies over the pane takes a tool's handle beneath it. False: there is none. */
  takeHandle(event: PointerEvent): boolean
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
  /** Pointers that are down, by their ids: a mouse that was let go beside the pane comes back under its own. */
  const down = new Set<number>()
  let pinch: Pinch | null = null
  let first: { readonly id: number; css: Css } | null = null
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

  const isTaken = () => pinch !== null || isHeld(press)

  /** The second finger comes down beside the first, which has hold of what the tool holds. */
  const beginPinch = (event: PointerEvent): boolean => {
    if (down.size !== 2 || !first || press.kind === 'none' || event.pointerType !== 'touch') return false
    const grip = press.found?.grip
    if (grip?.kind !== 'grab' || !target.takesPinch()) return false
    const css = cssOf(event)
    // What the first finger has moved so far stays.
    if (press.kind === 'drag')
      send({ type: 'up', pointerId: press.pointer.pointerId, css: first.css, timeMs: event.timeStamp }, css)
    press = NO_PRESS
    const both = [first.css, css] as const
    pinch = { ids: [first.id, event.pointerId], from: both, to: both }
    target.onPinch({ phase: 'start', from: both, to: both })
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
    return true
  }
  const movePinch = (event: PointerEvent, held: Pinch) => {
    event.stopPropagation()
    const css = cssOf(event)
    const [a, b] = held.to
    if (event.pointerId === held.ids[0]) held.to = [css, b]
    else if (event.pointerId === held.ids[1]) held.to = [a, css]
    target.onPinch({ phase: 'move', from: held.from, to: held.to })
  }
  const endPinch = (phase: 'end' | 'cancel') => {
    if (!pinch) return
    const { from, to } = pinch
    pinch = null
    target.onPinch({ phase, from, to })
  }

  const send = (event: PressEvent, css: Css) => {
    const step = nextPress(press, event)
    press = step.press
    for (const told of step.told) {
      if (told.kind === 'drag') target.onDrag(told, modifiers)
      else target.onPress(told.grip, css, modifiers)
    }
  }

  const onDown = (event: PointerEvent, isOver = isForeign(event)) => {
    if (isOver) return
    down.add(event.pointerId)
    target.onPointerDown()
    const css = cssOf(event)
    if (pinch) return event.stopPropagation()
    if (beginPinch(event)) return
    if (down.size > 1 || event.button !== 0) return send({ type: 'cancel' }, css)
    first = { id: event.pointerId, css }
    const pointerType = typeOf(event)
    modifiers = modifiersOf(event)
    const pointer = { pointerId: event.pointerId, pointerType, down: css, timeMs: event.timeStamp }
    send({ type: 'down', pointer, found: target.find(css, pointerType) }, css)
    if (!isHeld(press)) return
    event.stopPropagation()
    element.setPointerCapture(event.pointerId)
  }

  const onMove = (event: PointerEvent) => {
    if (pinch) return movePinch(event, pinch)
    if (isHeld(press)) event.stopPropagation()
    modifiers = modifiersOf(event)
    const css = cssOf(event)
    if (first?.id === event.pointerId) first.css = css
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
    down.delete(event.pointerId)
    if (pinch) {
      event.stopPropagation()
      // The finger that stays does nothing more.
      if (pinch.ids.includes(event.pointerId)) endPinch('end')
      return
    }
    if (isHeld(press)) event.stopPropagation()
    modifiers = modifiersOf(event)
    const css = cssOf(event)
    if (isForeign(event)) send({ type: 'cancel' }, css)
    else send({ type: 'up', pointerId: event.pointerId, css, timeMs: event.timeStamp }, css)
  }

  const onCancel = (event: PointerEvent) => {
    down.delete(event.pointerId)
    if (pinch?.ids.includes(event.pointerId)) endPinch('cancel')
    if (press.kind !== 'none' && press.pointer.pointerId === event.pointerId)
      send({ type: 'cancel' }, cssOf(event))
  }
  /** What moves the camera holds no pointer: it may be let go over a panel, or beside the pane. */
  const onUpElsewhere = (event: PointerEvent) => {
    const isHere = event.target instanceof Node && element.contains(event.target)
    if (!isHere && down.has(event.pointerId)) onCancel(event)
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
    if (!isTaken()) return
    event.stopPropagation()
    if (event.cancelable) event.preventDefault()
  }

  element.addEventListener('pointerdown', (event) => onDown(event), capture)
  element.addEventListener('pointermove', onMove, capture)
  element.addEventListener('pointerup', onUp, capture)
  element.addEventListener('pointercancel', onCancel, capture)
  window.addEventListener('pointerup', onUpElsewhere, capture)
  element.addEventListener('pointerleave', onLeave, { signal: stop.signal })
  for (const name of ['mousedown', 'touchstart', 'touchmove'] as const)
    element.addEventListener(name, onCompanion, { ...capture, passive: false })
  const cancelDrag = () => {
    const isDrag = press.kind === 'drag' || pinch !== null
    endPinch('cancel')
    if (press.kind === 'drag') send({ type: 'cancel' }, [0, 0])
    return isDrag
  }
  return {
    cancelDrag,
    takeHandle(event) {
      if (target.find(cssOf(event), typeOf(event))?.grip.kind !== 'handle') return false
      onDown(event, false)
      return true
    },
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
    case 'grab':
      return b.kind === a.kind
  }
}

function typeOf({ pointerType }: PointerEvent): PointerType {
  return pointerType === 'touch' || pointerType === 'pen' ? pointerType : 'mouse'
}

function modifiersOf(event: PointerEvent): PressModifiers {
  return { altKey: event.altKey, shiftKey: event.shiftKey, pointerType: typeOf(event) }
}
