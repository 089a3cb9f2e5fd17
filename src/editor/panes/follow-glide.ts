import type { Side } from '../../map/pane-props.ts'

/** A pane that has this much farther to go than it follows a hand (CSS px, by pane) is shown moving there. */
const JUMP_PX: Record<Side, number> = { scan: 20, map: 50 }
/** The same for the zoom, in levels. */
const JUMP_LEVELS = 0.5
/** How long such a move takes, and how long a pane rests before the next may begin. Milliseconds. */
const GLIDE_MS = 200

/** How far a pane that follows is from where it belongs. */
interface WayToGo {
  readonly side: Side
  /** CSS px of the pane. */
  readonly px: number
  readonly levels: number
}

export interface Glide {
  /** Milliseconds that the next step is given, 0: at once. `now` is a time in milliseconds. */
  step(way: WayToGo, now: number): number
}

/**
 * How a pane follows the other: at once, so that it keeps up with the hand that moves the other; but where it has far
 * to go when a move begins (the panes were joined just now), within `GLIDE_MS`, so that the eye can go along.
 */
export function createGlide(): Glide {
  let until = 0
  let lastAt = -Infinity
  return {
    step({ side, px, levels }: WayToGo, now: number): number {
      const isStart = now - lastAt > GLIDE_MS
      lastAt = now
      if (now < until) return until - now
      const isFar = px > JUMP_PX[side] || Math.abs(levels) > JUMP_LEVELS
      if (!isStart || !isFar) return 0
      until = now + GLIDE_MS
      return GLIDE_MS
    },
  }
}
