/** Length as people count: Unicode code points, not UTF-16 units. */
export function lengthInCodePoints(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}
