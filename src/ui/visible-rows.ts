/** Rows of a long list that are worth drawing. */
export interface RowWindow {
  /** First row drawn, and one past the last. */
  readonly start: number
  readonly end: number
}

/** Rows drawn beyond what is seen, so that scrolling and the Tab key always find the next one there. */
const OVERSCAN = 6

/**
 * The rows to draw of `count` rows of one height.
 * @param scrollTop how far the list is scrolled, CSS px from its first row
 * @param height of the part that is seen, CSS px
 */
export function visibleRows(count: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const first = Math.floor(Math.max(0, scrollTop) / rowHeight)
  const last = Math.ceil((Math.max(0, scrollTop) + Math.max(0, height)) / rowHeight)
  const end = Math.min(count, last + OVERSCAN)
  return { start: Math.max(0, Math.min(first - OVERSCAN, end)), end }
}

/**
 * The rows that stand in the page, in order: those of the window, and others that are kept though they are out of view.
 * @param kept rows that hold the focus or that the Tab key must find; -1 for one that is not of the list
 */
export function drawnRows({ start, end }: RowWindow, kept: readonly number[]): number[] {
  const others = [...new Set(kept)]
    .filter((at) => at >= 0 && (at < start || at >= end))
    .toSorted((a, b) => a - b)
  const inView = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  return [...others.filter((at) => at < start), ...inView, ...others.filter((at) => at >= end)]
}
