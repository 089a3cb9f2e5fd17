/** A stretch of a file. */
interface Slice {
  readonly offset: number
  readonly length: number
}

/** Slices that are asked for together. */
export interface MergedSlices<Item extends Slice> extends Slice {
  readonly items: readonly Item[]
}

/**
 * Joins slices that lie close to one another, so that many small tiles are one request: gaps of at most `gapBytes` are
 * fetched along, and nothing longer than `mostBytes` is asked for at once unless a slice alone is.
 */
export function mergeSlices<Item extends Slice>(
  slices: readonly Item[],
  { gapBytes, mostBytes }: { readonly gapBytes: number; readonly mostBytes: number },
): MergedSlices<Item>[] {
  const merged: { offset: number; length: number; items: Item[] }[] = []
  for (const item of slices.toSorted((a, b) => a.offset - b.offset)) {
    const last = merged.at(-1)
    const end = item.offset + item.length
    if (
      last &&
      item.offset - (last.offset + last.length) <= gapBytes &&
      end - last.offset <= Math.max(mostBytes, last.length)
    ) {
      last.length = Math.max(last.length, end - last.offset)
      last.items.push(item)
    } else merged.push({ offset: item.offset, length: item.length, items: [item] })
  }
  return merged
}
