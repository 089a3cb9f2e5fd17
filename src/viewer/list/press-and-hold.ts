/** How long a press lasts until it is held, in milliseconds. */
export const HOLD_MS = 500
/** A finger that moves further scrolls, CSS px. */
const HOLD_TOLERANCE_PX = 10

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * A press on a thumbnail, from the finger's coming to its going. `held` has opened the details, `moved` is a scroll;
 * both have spent the click that may follow.
 */
export type Press =
  | { readonly state: 'none' }
  | { readonly state: 'down'; readonly id: string; readonly at: Point }
  | { readonly state: 'held' | 'moved'; readonly id: string }

export type PressEvent =
  | { readonly type: 'down'; readonly id: string; readonly at: Point }
  | { readonly type: 'move'; readonly at: Point }
  /** `HOLD_MS` have passed since `down`. */
  | { readonly type: 'time' }
  | { readonly type: 'up' | 'cancel' }
  /** The click after the press. */
  | { readonly type: 'click'; readonly id: string }

interface PressStep {
  readonly press: Press
  /** The map that is chosen, or whose details open. */
  readonly effect?: { readonly kind: 'select' | 'details'; readonly id: string }
}

const NONE: Press = { state: 'none' }

/** Told apart: a press selects, a press of 500 ms within 10 px opens the details, anything else scrolls. */
export function pressStep(press: Press, event: PressEvent): PressStep {
  switch (event.type) {
    case 'down':
      return { press: { state: 'down', id: event.id, at: event.at } }
    case 'move': {
      if (press.state !== 'down') return { press }
      const way = Math.hypot(event.at.x - press.at.x, event.at.y - press.at.y)
      return { press: way > HOLD_TOLERANCE_PX ? { state: 'moved', id: press.id } : press }
    }
    case 'time':
      if (press.state !== 'down') return { press }
      return { press: { state: 'held', id: press.id }, effect: { kind: 'details', id: press.id } }
    case 'up':
      return { press: press.state === 'down' ? NONE : press }
    case 'cancel':
      return { press: NONE }
    case 'click': {
      // A browser sends a click after a hold as well, at the same element; keys send one without any press.
      const isSpent = (press.state === 'held' || press.state === 'moved') && press.id === event.id
      return isSpent ? { press: NONE } : { press: NONE, effect: { kind: 'select', id: event.id } }
    }
  }
}
