/**
 * How many letters must be put in, left out, replaced or swapped with their neighbour to make one word of the other
 * (optimal string alignment).
 */
export function editDistance(a: string, b: string): number {
  const [from, to] = [Array.from(a), Array.from(b)]
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (const [row, letter] of from.entries()) {
    const next = [row + 1]
    for (const [column, other] of to.entries()) {
      const changed = (last[column] ?? 0) + (letter === other ? 0 : 1)
      let least = Math.min(changed, (last[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1)
      if (row > 0 && column > 0 && letter === to[column - 1] && from[row - 1] === other)
        least = Math.min(least, (before[column - 1] ?? 0) + 1)
      next.push(least)
    }
    ;[before, last] = [last, next]
  }
  return last[to.length] ?? 0
}

/** How many letters of a word may be wrong: none of a short one. */
export const lettersWrong = (length: number): number =>
  length < 4 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3
