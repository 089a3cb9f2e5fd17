import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type Ref, type RefObject, useLayoutEffect, useState } from 'react'
import { scrollingParent } from '../ui/scrolling-parent.ts'
import { drawnRows } from '../ui/visible-rows.ts'

/** Height of a row before it is measured, CSS px. */
const ROW_PX = 108

/** What a row that is drawn bears. */
export interface DrawnRow {
  readonly ref: Ref<HTMLLIElement>
  readonly 'data-index': number
  readonly 'aria-setsize': number
  readonly 'aria-posinset': number
  readonly style: CSSProperties
}

/**
 * The rows of a long list that are near the part that is seen; they are as high as what is in them.
 *
 * @param list lies within what scrolls
 * @param ids of all rows
 * @param pinned places of rows that are drawn wherever they are, such as the one that has the focus; -1 for none
 */
export function useDrawnRows(
  list: RefObject<HTMLElement | null>,
  ids: readonly string[],
  pinned: readonly number[],
) {
  const [scroller, setScroller] = useState<Element | null>(null)
  const [offset, setOffset] = useState(0)
  // After every drawing: what stands above the list may have come or gone. The same values change nothing.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useLayoutEffect(() => {
    if (!list.current) return
    const parent = scrollingParent(list.current) ?? document.documentElement
    setScroller(parent)
    const above = list.current.getBoundingClientRect().top - parent.getBoundingClientRect().top
    setOffset(Math.round(above + parent.scrollTop))
  })
  // The React Compiler, which this rule is about, is not part of the build.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer<Element, HTMLLIElement>({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    getItemKey: (at) => ids[at] ?? at,
    overscan: 4,
    scrollMargin: offset,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) =>
      drawnRows(
        { start: Math.max(0, startIndex - overscan), end: Math.min(count, endIndex + overscan + 1) },
        pinned,
      ),
  })
  const drawn = rows.getVirtualItems().map(({ index, start }) => ({
    index,
    props: {
      ref: rows.measureElement,
      'data-index': index,
      'aria-setsize': ids.length,
      'aria-posinset': index + 1,
      style: { transform: `translateY(${start - offset}px)` },
    } satisfies DrawnRow,
  }))
  return { height: rows.getTotalSize(), drawn }
}
