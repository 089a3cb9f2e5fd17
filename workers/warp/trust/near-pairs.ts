import type { Pair } from './local-affine.ts'

/**
 * For each pair the indices of those whose sources lie nearest to its own, nearest first. A pair that is given twice is
 * no witness for itself.
 */
export function nearPairs(pairs: readonly Pair[], most: number): readonly (readonly number[])[] {
  const byX = pairs.map((_, at) => at).toSorted((a, b) => pairs[a]![0] - pairs[b]![0])
  const near: (readonly number[])[] = []
  for (const [rank, at] of byX.entries()) near[at] = nearestTo(rank, byX, pairs, most)
  return near
}

/** From the pair outwards along x, until what is left is too far by that alone. */
function nearestTo(
  rank: number,
  byX: readonly number[],
  pairs: readonly Pair[],
  most: number,
): readonly number[] {
  const place = pairs[byX[rank]!]!
  const found: number[] = []
  const squares: number[] = []
  const farthest = () => (found.length < most ? Infinity : squares[most - 1]!)
  const isTooFar = (other: number) => (pairs[other]![0] - place[0]) ** 2 >= farthest()
  const take = (other: number) => {
    const pair = pairs[other]!
    const square = (pair[0] - place[0]) ** 2 + (pair[1] - place[1]) ** 2
    if (square >= farthest() || isSame(pair, place)) return
    let to = Math.min(found.length, most - 1)
    for (; to > 0 && squares[to - 1]! > square; to--) {
      squares[to] = squares[to - 1]!
      found[to] = found[to - 1]!
    }
    squares[to] = square
    found[to] = other
  }
  let [below, above] = [rank - 1, rank + 1]
  while (below >= 0 || above < byX.length) {
    if (below >= 0) {
      const other = byX[below]!
      take(other)
      below = isTooFar(other) ? -1 : below - 1
    }
    if (above < byX.length) {
      const other = byX[above]!
      take(other)
      above = isTooFar(other) ? byX.length : above + 1
    }
  }
  return found
}

function isSame(one: Pair, other: Pair): boolean {
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2] && one[3] === other[3]
}
