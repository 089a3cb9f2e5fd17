/** Degrees as 0 up to, but not including, 360. */
export const fullTurn = (degrees: number): number => ((degrees % 360) + 360) % 360

/** The shortest turn from one direction to another, −180 to 180 degrees, clockwise positive. */
export function turnBetween(from: number, to: number): number {
  const turn = fullTurn(to - from)
  return turn > 180 ? turn - 360 : turn
}
