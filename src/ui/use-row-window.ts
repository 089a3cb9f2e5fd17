import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { scrollingParent } from './scrolling-parent.ts'
import { visibleRows } from './visible-rows.ts'
import type { RowWindow } from './visible-rows.ts'

interface SeenRows extends RowWindow {
  /** Rows that are in view at once, less the one that the table's head covers; at least 1. */
  readonly page: number
}

/**
 * Which of the rows of a table are in view; they have one height.
 *
 * Decision: docs/decisions/2026-11-22-rows-in-view.md
 *
 * @param body holds the rows; the nearest parent that scrolls is watched, or the page
 */
export function useRowWindow(
  body: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): SeenRows {
  const [view, setView] = useState({ top: 0, height: 600 })
  useEffect(() => {
    const element = body.current
    if (!element) return undefined
    const parent = scrollingParent(element)
    const scroller = parent ?? document.documentElement
    const read = () => {
      // The page itself moves with what is in it: the window stays.
      const above = element.getBoundingClientRect().top - (parent?.getBoundingClientRect().top ?? 0)
      // In steps of a row: a smaller move shows no other row.
      const top = Math.floor(-above / rowHeight) * rowHeight
      const height = scroller.clientHeight
      setView((last) => (last.top === top && last.height === height ? last : { top, height }))
    }
    read()
    const sizes = new ResizeObserver(read)
    sizes.observe(scroller)
    const scrolls = parent ?? window
    scrolls.addEventListener('scroll', read, { passive: true })
    return () => {
      sizes.disconnect()
      scrolls.removeEventListener('scroll', read)
    }
  }, [body, rowHeight])
  return {
    ...visibleRows(count, rowHeight, view.top, view.height + rowHeight),
    page: Math.max(1, Math.floor(view.height / rowHeight) - 1),
  }
}
