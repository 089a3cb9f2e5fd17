import { boxSize, watchSize } from './pane-size.ts'
import { turnBetween } from '../../geometry/angles.ts'
import type { PaneSize } from '../../geometry/camera.ts'
import { HANDLE_HIT_RADIUS_PX, markAt, nearestWithin } from '../marks/control-point-marks.ts'
import type { MarkStates } from '../marks/control-point-marks.ts'
import type { ControlPointMark, PaneHandle, PaneProps, PressModifiers } from '../pane-props.ts'
import type { AnchorMover } from './anchors.tsx'
import { createBusySignal } from './busy-signal.ts'
import type { BusySignal } from './busy-signal.ts'
import { attachPaneKeys } from './pane-keys.ts'
import { attachGestures } from './pointer-gestures.ts'
import type { GripDrag } from './pointer-gestures.ts'
import type { Css, Found, Grip, PointerType } from './press.ts'

/** A move of the hand's or of a key's, milliseconds. */
const STEP_MS = 150
const FIT_MS = 250

interface AnyCamera {
  readonly zoom: number
  readonly bearing: number
}

/** What a pane's own picture can do. `Place` is an image or a map point. */
export interface PanePicture<Place, Camera extends AnyCamera> {
  /** The camera that is drawn; null before there is a size. */
  camera(): Camera | null
  project(place: Place): [x: number, y: number] | null
  unproject(css: Css): Place | null
  /** Where a mark lies in this pane. */
  placeOf(mark: ControlPointMark): Place
  /** Another camera, as it can be held. */
  moveTo(target: Camera, durationMs: number): void
  /** The same view so many CSS px to the right and down. */
  shifted(camera: Camera, x: number, y: number): Camera
  /** The camera that shows everything. */
  whole(): Camera
  /** From this zoom on a px can be aimed at: marks show their cross. */
  readonly closeUpZoom: number
  draw(states: MarkStates): void
  /** The pane's element has another size, which is not nothing. */
  onSize(): void
  setCursor(cursor: string): void
  /** Ground was pressed; true: something of the pane's own took it. */
  onPress?(place: Place): boolean
  onPointerPlace?(place: Place | null): void
}

/** What both panes are made of: size, keys, gestures, drags of marks, and what is told of the camera. */
export interface PaneCore<Place, Camera extends AnyCamera> {
  /** In CSS px. */
  size(): PaneSize
  readonly busy: BusySignal
  /** Draws in the next frame, once. */
  scheduleDraw(): void
  /** The camera has moved: by a hand, or by what was asked for. */
  cameraMoved(byUser: boolean): void
  /** No move that was asked for is under way any more. */
  cameraRests(): void
  /** A pointer that went down on what lies over the pane takes a tool's handle beneath it. False: there is none. */
  takeHandle(event: PointerEvent): boolean
  /** After the props have changed; the same props: for the first time. */
  update(before: PaneProps<Place, Camera>): void
  /** Moves through the handle and by keys. */
  readonly handle: PaneHandle<Place, Camera>
  fit(durationMs?: number): void
  readonly mover: AnchorMover<Place>
  destroy(): void
}

/** @param props - The props of now. */
export function createPaneCore<Place, Camera extends AnyCamera>(
  element: HTMLElement,
  props: () => PaneProps<Place, Camera>,
  picture: () => PanePicture<Place, Camera>,
): PaneCore<Place, Camera> {
  let size = boxSize(element)
  let heldId: string | null = null
  let frame = 0
  let isGone = false
  let wasCloseUp = false
  /** Where a move of ours is going: presses of a key that come before its end go on from there. */
  let goal: Camera | null = null
  const movedListeners = new Set<() => void>()
  const busy = createBusySignal((isBusy) => {
    if (!isGone) props().onBusyChange?.(isBusy)
  })
  const isInteractive = () => props().interactive !== false

  function scheduleDraw() {
    frame ||= requestAnimationFrame(draw)
  }
  function draw() {
    frame = 0
    if (isGone) return
    const { selectedId = null, hoveredId = null } = props()
    picture().draw({ selectedId, hoveredId, heldId, isCloseUp: isCloseUp() })
  }
  const isCloseUp = () => (picture().camera()?.zoom ?? -Infinity) >= picture().closeUpZoom

  function tellMoved() {
    for (const listener of movedListeners) listener()
  }
  function cameraMoved(byUser: boolean) {
    if (byUser) goal = null
    if (wasCloseUp !== isCloseUp()) scheduleDraw()
    wasCloseUp = isCloseUp()
    tellMoved()
    const camera = picture().camera()
    if (camera) props().onCameraChange?.(camera, byUser)
  }

  function moveTo(part: Partial<Camera>, durationMs = 0) {
    const from = goal ?? picture().camera()
    if (!from) return
    const target = { ...from, ...part }
    const ms = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : Math.max(0, durationMs)
    picture().moveTo(target, ms)
    goal = ms > 0 ? target : null
  }
  const settle = () => {
    if (goal) moveTo(goal)
  }
  const zoomBy = (levels: number, durationMs = FIT_MS) => {
    const from = goal ?? picture().camera()
    if (from) moveTo({ ...from, zoom: from.zoom + levels }, durationMs)
  }
  // What is seen turns clockwise: another direction comes up, to the left of the one before.
  const turnBy = (degrees: number, durationMs = FIT_MS) => {
    const from = goal ?? picture().camera()
    if (from) moveTo({ ...from, bearing: turnBetween(0, from.bearing - degrees) }, durationMs)
  }
  const fit = (durationMs = 0) => moveTo(picture().whole(), durationMs)

  const project = (place: Place) => picture().project(place)
  const unproject = (css: Css) => picture().unproject(css)
  const markOf = (id: string) => props().marks?.find((mark) => mark.id === id)

  function find(css: Css, pointerType: PointerType): Found | null {
    if (!isInteractive()) return null
    const ground: Found = { grip: { kind: 'ground' }, centre: css, isMovable: true }
    const handle = findHandle(css, pointerType)
    if (handle) return handle
    const mark = findMark(css, pointerType)
    // A finger that may not take a mark along takes hold of what lies beneath it.
    if (mark?.isMovable) return mark
    return findGrab(css) ?? mark ?? (props().onGroundDrag ? ground : null)
  }

  function findGrab(css: Css): Found | null {
    const { grab } = props()
    const place = grab ? unproject(css) : null
    if (!grab || place === null || !grab.holds(place)) return null
    return { grip: { kind: 'grab', rises: grab.rises }, centre: css, isMovable: true }
  }

  function findHandle(css: Css, pointerType: PointerType): Found | null {
    const places = (props().handles ?? []).map((place) => project(place) ?? NOWHERE)
    const index = nearestWithin(places, css, pointerType, HANDLE_HIT_RADIUS_PX)
    const centre = index === null ? undefined : places[index]
    return index === null || !centre ? null : { grip: { kind: 'handle', index }, centre, isMovable: true }
  }

  function findMark(css: Css, pointerType: PointerType): Found | null {
    const { marks = [], selectedId = null, marksMovable = true } = props()
    const cssOf = (mark: ControlPointMark): Css => project(picture().placeOf(mark)) ?? NOWHERE
    const id = markAt(marks, cssOf, css, pointerType, selectedId)
    const mark = id === null ? undefined : markOf(id)
    if (!mark) return null
    // Fingers mean the map: they take along only the point that was chosen before.
    const isMovable = marksMovable && (pointerType !== 'touch' || mark.id === selectedId)
    return { grip: { kind: 'mark', id: mark.id }, centre: cssOf(mark), isMovable }
  }

  function onDrag(drag: GripDrag, modifiers: PressModifiers) {
    const { grip, phase, at } = drag
    // Where it lay, to the last digit: what is given up must leave nothing behind.
    const place = phase === 'cancel' && dragged ? dragged : unproject(at)
    if (phase === 'start') dragged = placeOfGrip(grip) ?? place
    const isHeld = phase === 'start' || phase === 'move'
    heldPlace = isHeld && (grip.kind === 'mark' || grip.kind === 'handle') ? place : null
    if (place === null) return
    const step = { phase, place, modifiers }
    if (grip.kind === 'ground') return props().onGroundDrag?.(step)
    if (grip.kind === 'grab') return props().grab?.onDrag(step)
    if (grip.kind === 'handle') return props().onHandleDrag?.({ ...step, index: grip.index })
    heldId = isHeld ? grip.id : null
    if (phase !== 'move') scheduleDraw()
    props().onMarkDrag?.({ ...step, id: grip.id })
  }
  let dragged: Place | null = null
  /** Where the mark or the corner lies that is being dragged: above a finger, not beneath it. */
  let heldPlace: Place | null = null

  function placeOfGrip(grip: Grip): Place | undefined {
    if (grip.kind === 'handle') return props().handles?.[grip.index]
    const mark = grip.kind === 'mark' ? markOf(grip.id) : undefined
    return mark && picture().placeOf(mark)
  }

  let groundPress: { readonly css: Css; readonly timeMs: number } | null = null
  /** Whether a press follows right upon one of the ground at the same place. */
  function isSecondPress(css: Css, { pointerType }: PressModifiers): boolean {
    const first = groundPress
    groundPress = null
    if (!first || performance.now() - first.timeMs > DOUBLE_PRESS_MS) return false
    const reach = pointerType === 'touch' ? DOUBLE_TAP_PX : DOUBLE_CLICK_PX
    return Math.hypot(css[0] - first.css[0], css[1] - first.css[1]) <= reach
  }

  const gestures = attachGestures(element, {
    find,
    onPointerDown: () => {
      if (!isInteractive()) return
      // The ring says where keys go. A pointer says itself where it is.
      element.dataset['byPointer'] = ''
      element.focus({ preventScroll: true })
    },
    onPress(grip, css, modifiers) {
      const pressed = unproject(css)
      // What the first press has placed there lies beneath the second.
      if (isSecondPress(css, modifiers) && pressed && isInteractive() && props().onDoublePress?.(pressed))
        return
      const under = grip?.kind === 'grab' ? (findMark(css, modifiers.pointerType)?.grip ?? grip) : grip
      if (under?.kind === 'mark') return props().onMarkPress?.(under.id, modifiers)
      if (grip?.kind === 'handle') return props().onHandlePress?.(grip.index)
      if (pressed === null || !isInteractive() || picture().onPress?.(pressed)) return
      groundPress = { css, timeMs: performance.now() }
      props().onPress?.(pressed, modifiers)
    },
    onHover(grip) {
      const cursor = grip?.kind === 'grab' ? 'move' : grip && grip.kind !== 'ground' ? 'pointer' : undefined
      picture().setCursor(cursor ?? props().cursor ?? '')
      props().onMarkHover?.(grip?.kind === 'mark' ? grip.id : null)
    },
    onDrag,
    takesPinch: () => props().grab?.onPinch !== undefined,
    onPinch({ phase, from, to }) {
      const [a, b, c, d] = [from[0], from[1], to[0], to[1]].map(unproject)
      // The camera stands still meanwhile: what lay beneath the fingers lies there still.
      if (a && b && c && d) props().grab?.onPinch?.({ phase, from: [a, b], to: [c, d] })
    },
    onPointerPlace(css) {
      const place = css && (heldPlace ?? unproject(css))
      picture().onPointerPlace?.(isInteractive() ? place : null)
      props().onPointerPlace?.(place)
    },
  })
  const stopKeys = attachPaneKeys(element, {
    panBy(x, y) {
      const from = goal ?? picture().camera()
      if (from && isInteractive()) moveTo(picture().shifted(from, x, y), STEP_MS)
    },
    zoomBy: (levels) => isInteractive() && zoomBy(levels, STEP_MS),
    turnBy: (degrees) => isInteractive() && turnBy(degrees, STEP_MS),
    fit: () => isInteractive() && fit(FIT_MS),
  })
  const stopWatching = watchSize(element, (next) => {
    size = next
    picture().onSize()
    scheduleDraw()
    tellMoved()
  })
  const stopTabs = keepCanvasesFromTab(element)
  const onAnyKey = () => {
    delete element.dataset['byPointer']
    // What was pressed before a key is not half of what is pressed after it.
    groundPress = null
  }
  document.addEventListener('keydown', onAnyKey, { capture: true })

  return {
    size: () => size,
    busy,
    scheduleDraw,
    cameraMoved,
    cameraRests: () => (goal = null),
    takeHandle: (event: PointerEvent) => gestures.takeHandle(event),
    update(before) {
      element.tabIndex = isInteractive() ? 0 : -1
      if (before === props() || isDrawnAnew(before, props())) scheduleDraw()
    },
    handle: {
      camera: () => picture().camera(),
      moveTo,
      settle,
      zoomBy,
      turnBy,
      project,
      unproject,
      focus: () => element.focus(),
      cancelDrag: () => gestures.cancelDrag(),
    },
    fit,
    mover: {
      project,
      onMoved(listener) {
        movedListeners.add(listener)
        return () => movedListeners.delete(listener)
      },
    },
    destroy() {
      isGone = true
      cancelAnimationFrame(frame)
      gestures.stop()
      stopKeys()
      stopWatching()
      stopTabs()
      document.removeEventListener('keydown', onAnyKey, { capture: true })
    },
  }
}

/** Two presses so near in time and place are one gesture. Fingers are broad. */
const DOUBLE_PRESS_MS = 350
const DOUBLE_CLICK_PX = 6
const DOUBLE_TAP_PX = 24

/** Of what lies behind the view. */
const NOWHERE: Css = [NaN, NaN]

/** Whether any prop is another that can be seen: what is told and what is laid over the pane by React cannot. */
function isDrawnAnew(before: object, after: object): boolean {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].some(
    (name) =>
      !name.startsWith('on') &&
      !NOT_DRAWN.has(name) &&
      !Object.is(Reflect.get(before, name), Reflect.get(after, name)),
  )
}

const NOT_DRAWN: ReadonlySet<string> = new Set([
  'ref',
  'label',
  'anchors',
  'cursor',
  'padding',
  'baseMap',
  'grab',
])

/** The map libraries make their canvases stops of the Tab key: the pane around them has the focus and the name. */
function keepCanvasesFromTab(element: HTMLElement): () => void {
  const strip = () => {
    for (const canvas of element.querySelectorAll('canvas[tabindex]')) canvas.removeAttribute('tabindex')
  }
  const observer = new MutationObserver(strip)
  observer.observe(element, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['tabindex'],
  })
  strip()
  return () => observer.disconnect()
}
