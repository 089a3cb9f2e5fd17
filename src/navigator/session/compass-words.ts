import { fullTurn } from '../../geometry/angles.ts'

/** The eight directions, clockwise from north. */
export const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Degrees from one direction to the next. */
export const DIRECTION_STEP_DEGREES = 45

/** The nearest of the eight directions. */
export function directionOf(degrees: number): Direction {
  const step = Math.round(fullTurn(degrees) / DIRECTION_STEP_DEGREES) % DIRECTIONS.length
  return DIRECTIONS[step] ?? 'n'
}

/** The next of the eight directions clockwise, in degrees. */
export function nextDirection(degrees: number): number {
  const step = Math.floor(fullTurn(degrees) / DIRECTION_STEP_DEGREES) + 1
  return fullTurn(step * DIRECTION_STEP_DEGREES)
}
