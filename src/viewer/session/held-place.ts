import type { MapPoint } from '../../../contract/control-points.ts'

/** How long a finger rests until it asks for a place, in milliseconds. */
export const HOLD_MS = 500
/** What moves further drags or turns the map, CSS px. */
const TOLERANCE_PX = { finger: 10, button: 4 } as const

/** CSS px of the window. */
type Css = readonly [x: number, y: number]

/** A press that may ask for a place: a finger that rests, or the second button of a mouse. */
export type PlacePress =
  | { readonly kind: 'none' }
  | { readonly kind: 'finger' | 'button'; readonly pointerId: number; readonly at: Css }

export type PlacePressEvent =
  | {
      readonly type: 'down'
      readonly pointerId: number
      readonly pointerType: string
      readonly button: number
      readonly at: Css
    }
  | { readonly type: 'move'; readonly at: Css }
  /** `HOLD_MS` have passed since `down`. */
  | { readonly type: 'time' }
  | { readonly type: 'up'; readonly pointerId: number }
  | { readonly type: 'cancel' }

/** `asked`: where a place is asked for. */
interface PlacePressStep {
  readonly press: PlacePress
  readonly asked?: Css
}

export const NO_PLACE_PRESS: PlacePress = { kind: 'none' }

/** A finger asks once it has rested, a second button once it is let go; what moves meanwhile moves the map. */
export function placePressStep(press: PlacePress, event: PlacePressEvent): PlacePressStep {
  switch (event.type) {
    case 'down':
      return { press: press.kind === 'none' ? begun(event) : NO_PLACE_PRESS }
    case 'move':
      return { press: press.kind !== 'none' && isAway(press, event.at) ? NO_PLACE_PRESS : press }
    case 'time':
      return press.kind === 'finger' ? { press: NO_PLACE_PRESS, asked: press.at } : { press }
    case 'up':
      return press.kind === 'button' && press.pointerId === event.pointerId
        ? { press: NO_PLACE_PRESS, asked: press.at }
        : { press: NO_PLACE_PRESS }
    case 'cancel':
      return { press: NO_PLACE_PRESS }
  }
}

function begun(event: PlacePressEvent & { readonly type: 'down' }): PlacePress {
  const { pointerId, pointerType, button, at } = event
  if (button === 2) return { kind: 'button', pointerId, at }
  return pointerType === 'touch' ? { kind: 'finger', pointerId, at } : NO_PLACE_PRESS
}

const isAway = (press: PlacePress & { readonly at: Css }, [x, y]: Css) =>
  Math.hypot(x - press.at[0], y - press.at[1]) > TOLERANCE_PX[press.kind === 'finger' ? 'finger' : 'button']

/** A place that was asked for. */
export interface AskedPlace {
  readonly map: MapPoint
  /** In the pane, CSS px. */
  readonly css: Css
}
