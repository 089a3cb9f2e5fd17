import type { Word } from '../words.ts'

/**
 * Where the place of a label may lie: at the corners and the middles of the sides of its box, in halves of its extent along
 * the text and across it.
 */
const ENDS: readonly (readonly [along: number, across: number])[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
  [1, 1],
]

/** Number of ends that are told apart. */
export const END_COUNT = ENDS.length

/** The ends of a label [px, x to the right and y up, from the middle of the scan]: [x0, y0, x1, …]. */
export function endsOf(label: { x: number; y: number; word: Word }): number[] {
  const { x, y, word } = label
  const angle = (-word.angle * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  return ENDS.flatMap(([along, across]) => {
    const [u, v] = [(along * word.width) / 2, (across * word.height) / 2]
    return [x + u * cosine - v * sine, y + u * sine + v * cosine]
  })
}

/** How likely each end is on this map, and how far from it the places lie [px]. */
export interface EndModel {
  readonly shares: readonly number[]
  readonly deviation: number
}

/** Shares of the ends of a label whose place lies at a point, and the density there [a px²]. */
export function endShares(
  ends: readonly number[],
  [x, y]: readonly [number, number],
  { shares, deviation }: EndModel,
): { shares: number[]; density: number } {
  const variance = deviation ** 2
  const weights = shares.map((share, end) => {
    const squared = (ends[end * 2]! - x) ** 2 + (ends[end * 2 + 1]! - y) ** 2
    return (share * Math.exp(-squared / (2 * variance))) / (2 * Math.PI * variance)
  })
  const density = weights.reduce((sum, weight) => sum + weight, 0)
  return { shares: density > 0 ? weights.map((weight) => weight / density) : [...shares], density }
}

/** The mean of a label's ends by their shares [px]. */
export function meanEnd(ends: readonly number[], shares: readonly number[]): [number, number] {
  let [x, y] = [0, 0]
  for (const [end, share] of shares.entries()) {
    x += share * ends[end * 2]!
    y += share * ends[end * 2 + 1]!
  }
  return [x, y]
}
