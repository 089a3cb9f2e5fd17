/** Letters of folded names that readers and spellings take for each other: half a mistake. */
const ALIKE = new Set(
  ['un', 'il', 'lt', 'fs', 'ft', 'hb', 'bp', 'dt', 'gk', 'ae', 'ei', 'ou', 'sz'].flatMap((pair) => [
    pair,
    pair[1]! + pair[0]!,
  ]),
)

/** Longest folded name that is compared; longer texts are no names of places. */
export const MAX_NAME_LENGTH = 40

const previous = new Float64Array(MAX_NAME_LENGTH + 1)
const current = new Float64Array(MAX_NAME_LENGTH + 1)

/** How alike two folded names are, 1 when equal: by weighted edits a letter of the longer one. 0 where below `atLeast`. */
export function similarity(one: string, other: string, atLeast: number): number {
  if (one === other) return 1
  const longest = Math.max(one.length, other.length)
  if (longest > MAX_NAME_LENGTH) return 0
  const most = (1 - atLeast) * longest + 1e-9
  if (Math.abs(one.length - other.length) > most) return 0
  let above = previous
  let row = current
  for (let j = 0; j <= other.length; j += 1) above[j] = j
  for (let i = 1; i <= one.length; i += 1) {
    row[0] = i
    let least = i
    const letter = one[i - 1]!
    for (let j = 1; j <= other.length; j += 1) {
      const against = other[j - 1]!
      const replaced = letter === against ? 0 : ALIKE.has(letter + against) ? 0.5 : 1
      const edits = Math.min(above[j - 1]! + replaced, above[j]! + 1, row[j - 1]! + 1)
      row[j] = edits
      if (edits < least) least = edits
    }
    if (least > most) return 0
    ;[above, row] = [row, above]
  }
  const edits = above[other.length]!
  return edits > most ? 0 : 1 - edits / longest
}
