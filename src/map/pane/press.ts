import type { PressModifiers } from '../pane-props.ts'

/** CSS px in the pane. */
export type Css = readonly [x: number, y: number]
export type PointerType = PressModifiers['pointerType']

/** What a pointer can take hold of in a pane. */
export type Grip =
  | { readonly kind: 'mark'; readonly id: string }
  | { readonly kind: 'handle'; readonly index: number }
  /** Empty ground, where a tool draws. */
  | { readonly kind: 'ground' }
  /** What a tool takes hold of beneath the marks. */
  | { readonly kind: 'grab'; readonly rises: boolean }

/** A grip under a pointer. */
export interface Found {
  readonly grip: Grip
  /** Where it lies. */
  readonly centre: Css
  /** This pointer may take it along; otherwise the camera has the pointer, once it moves. */
  readonly isMovable: boolean
}

interface Pointer {
  readonly pointerId: number
  readonly pointerType: PointerType
  /** Where and when it went down. */
  readonly down: Css
  readonly timeMs: number
}

/** What the pointer does in a pane, without side effects. */
export type Press =
  /** Nothing, or the camera has it. */
  | { readonly kind: 'none' }
  /** It is down and has hardly moved: a press so far. */
  | { readonly kind: 'down'; readonly pointer: Pointer; readonly found: Found | null }
  | {
      readonly kind: 'drag'
      readonly pointer: Pointer
      readonly found: Found
      /** Where the pointer was when the drag began. */
      readonly from: Css
      /** The farthest that it has been from there, CSS px. */
      readonly farthestPx: number
    }

export type PressEvent =
  | { readonly type: 'down'; readonly pointer: Pointer; readonly found: Found | null }
  | { readonly type: 'move'; readonly pointerId: number; readonly css: Css }
  | { readonly type: 'up'; readonly pointerId: number; readonly css: Css; readonly timeMs: number }
  /** Escape, a second finger, or the browser takes the pointer away. */
  | { readonly type: 'cancel' }

/** What the pane is to be told. `at` is where the grip's centre would lie. */
export type Told =
  | { readonly kind: 'press'; readonly grip: Grip | null }
  | {
      readonly kind: 'drag'
      readonly grip: Grip
      readonly phase: 'start' | 'move' | 'end' | 'cancel'
      readonly at: Css
    }

export const NO_PRESS: Press = { kind: 'none' }

/** Moved less than this, a press is no drag. CSS px. */
const DRAG_FROM_PX = { mouse: 3, pen: 5, touch: 9 } as const
/** The same for a finger on what it may take along: what slips must not be moved. */
const SLIP_PX = 16
/** A finger hides what it touches: what it drags rises this far above it. CSS px. */
const LIFT_PX = 100
/** It has risen when the finger has gone this far: it does not leap. CSS px. */
const LIFT_WITHIN_PX = 50
/** Longer than this, a touch is not a tap. */
const LONGEST_TAP_MS = 700

/** Whether a pointer has hold of something: the map library must not see it. */
export const isHeld = (press: Press): boolean =>
  press.kind === 'drag' || (press.kind === 'down' && press.found?.isMovable === true)

/** The next state, and what happened. */
export function nextPress(
  press: Press,
  event: PressEvent,
): { readonly press: Press; readonly told: readonly Told[] } {
  switch (event.type) {
    case 'down':
      return { press: { kind: 'down', pointer: event.pointer, found: event.found }, told: [] }
    case 'move':
      return moved(press, event.pointerId, event.css)
    case 'up':
      return lifted(press, event)
    case 'cancel':
      return {
        press: NO_PRESS,
        told: press.kind === 'drag' ? [drag(press, 'cancel', press.found.centre)] : [],
      }
  }
}

function moved(press: Press, pointerId: number, css: Css) {
  if (press.kind === 'none' || press.pointer.pointerId !== pointerId) return { press, told: [] }
  if (press.kind === 'drag') {
    const further = { ...press, farthestPx: Math.max(press.farthestPx, wayBetween(press.from, css)) }
    return { press: further, told: [drag(further, 'move', aim(further, css))] }
  }
  const { pointer, found } = press
  const isHolding = found?.isMovable === true
  const slackPx = isHolding && isTaken(pointer, found) ? SLIP_PX : DRAG_FROM_PX[pointer.pointerType]
  if (wayBetween(pointer.down, css) <= slackPx) return { press, told: [] }
  if (!isHolding) return { press: NO_PRESS, told: [] }
  const begun = { kind: 'drag', pointer, found, from: css, farthestPx: 0 } as const
  return {
    press: begun,
    told: [drag(begun, 'start', found.centre), drag(begun, 'move', aim(begun, css))],
  }
}

function lifted(press: Press, { pointerId, css, timeMs }: Extract<PressEvent, { type: 'up' }>) {
  if (press.kind === 'none' || press.pointer.pointerId !== pointerId) return { press, told: [] }
  if (press.kind === 'drag') return { press: NO_PRESS, told: [drag(press, 'end', aim(press, css))] }
  const { pointerType, timeMs: downMs } = press.pointer
  const isTap = pointerType !== 'touch' || timeMs - downMs < LONGEST_TAP_MS
  return { press: NO_PRESS, told: isTap ? [{ kind: 'press', grip: press.found?.grip ?? null } as const] : [] }
}

/** A finger takes along something that was there. What it draws on the ground begins and stays beneath it. */
const isTaken = ({ pointerType }: Pointer, { grip }: Found) =>
  pointerType === 'touch' && (grip.kind === 'grab' ? grip.rises : grip.kind !== 'ground')

const drag = (
  { found }: Extract<Press, { kind: 'drag' }>,
  phase: Extract<Told, { kind: 'drag' }>['phase'],
  at: Css,
): Told => ({ kind: 'drag', grip: found.grip, phase, at })

/**
 * Where the centre of what is dragged lies: it moves by just what the pointer moves. Above a finger it rises while the
 * finger goes its first part, and the way that counted as a slip is caught up with meanwhile.
 */
function aim({ pointer, found, from, farthestPx }: Extract<Press, { kind: 'drag' }>, css: Css): Css {
  const { down } = pointer
  const own: Css = [found.centre[0] - down[0], found.centre[1] - down[1]]
  if (!isTaken(pointer, found)) return [css[0] + own[0], css[1] + own[1]]
  const risen = Math.min(1, farthestPx / LIFT_WITHIN_PX)
  const behind = 1 - risen
  return [
    css[0] + own[0] + behind * (down[0] - from[0]),
    css[1] + own[1] + behind * (down[1] - from[1]) - risen * LIFT_PX,
  ]
}

const wayBetween = (a: Css, b: Css) => Math.hypot(b[0] - a[0], b[1] - a[1])
