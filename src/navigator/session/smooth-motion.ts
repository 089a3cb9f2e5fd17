import { fullTurn, turnBetween } from '../../geometry/angles.ts'

/** After this long half of the way to the newest reading is done. Milliseconds. */
const PLACE_HALF_LIFE_MS = 180
const TURN_HALF_LIFE_MS = 120
/** Nearer than this is there. */
const THERE_DEGREES = 0.05

/** Share of the way that is done after some time, the same however many frames it took. */
const shareAfter = (elapsedMs: number, halfLifeMs: number) => 1 - 0.5 ** (elapsedMs / halfLifeMs)

type Place = readonly [x: number, y: number]

/**
 * A place on its way to another; `to` itself once it is nearer than `thereMetres`, and at once where it is farther off
 * than `leapMetres`: the device was carried there unseen.
 */
export function glide(
  from: Place,
  to: Place,
  elapsedMs: number,
  { thereMetres, leapMetres }: { readonly thereMetres: number; readonly leapMetres: number },
): Place {
  const way = Math.hypot(to[0] - from[0], to[1] - from[1])
  if (way <= thereMetres || way > leapMetres) return to
  const share = shareAfter(elapsedMs, PLACE_HALF_LIFE_MS)
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
}

/** A direction on its way to another, the shorter way round; `to` itself once it is there. */
export function swing(from: number, to: number, elapsedMs: number): number {
  const turn = turnBetween(from, to)
  if (Math.abs(turn) < THERE_DEGREES) return fullTurn(to)
  return fullTurn(from + turn * shareAfter(elapsedMs, TURN_HALF_LIFE_MS))
}
