import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { FindSort, FoundMap } from '../../../contract/api/find.ts'
import { boundsToText } from '../../../contract/rules/bounds-text.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { useCountInView, useFoundMaps } from '../../queries/find-queries.ts'
import { findRequest } from '../find-request.ts'
import type { ViewerFilters, ViewerTab } from '../viewer-filters.ts'

/** The list follows the map once that has rested so long, in milliseconds. */
const VIEW_PAUSE_MS = 200

interface ListSubject {
  readonly tab: ViewerTab
  readonly catalogId: string | undefined
  readonly filters: ViewerFilters
  readonly view: MapBox | null
  readonly sort: FindSort
}

const NO_MAPS: readonly FoundMap[] = []

const viewText = (view: MapBox | null) =>
  view &&
  boundsToText({
    minX: Math.round(view.minX),
    minY: Math.round(view.minY),
    maxX: Math.round(view.maxX),
    maxY: Math.round(view.maxY),
  })

/**
 * The list of the sidebar. Ordered by relevance it follows the map, but never under the hands of someone who has
 * scrolled down in it: then it keeps its order until they are back at its start, or ask for it.
 */
export function useViewerList({ tab, catalogId, filters, view, sort }: ListSubject) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtStart = useRef(true)
  const [current] = useDebouncedValue(viewText(view), VIEW_PAUSE_MS)
  const base = findRequest(tab, catalogId, filters)
  const subject = JSON.stringify([base, sort])
  const [asked, setAsked] = useState({ subject, view: current })
  const isNewSubject = asked.subject !== subject
  const isOld = asked.view !== current
  if (isNewSubject) setAsked({ subject, view: current })

  const follow = useCallback(() => setAsked((last) => ({ ...last, view: current })), [current])
  useLayoutEffect(() => {
    if (isOld && isAtStart.current) follow()
  }, [isOld, follow])
  useLayoutEffect(() => {
    // Another list begins at its start.
    isAtStart.current = true
    scroller.current?.scrollTo({ top: 0 })
  }, [subject])

  const isByView = sort === 'relevance'
  const request = { ...base, sort, ...(isByView && asked.view !== null && { view: asked.view }) }
  const list = useFoundMaps(request)
  const viewRequest = { ...base, ...(current !== null && { view: current }) }
  const needsCount = current !== null && (!isByView || isOld)
  const count = useCountInView(viewRequest, needsCount)
  return {
    list,
    maps: list.data?.maps ?? NO_MAPS,
    total: list.data?.total ?? 0,
    /** The same; undefined while the list is on its way, and those of the last one stand there. */
    come: list.isPlaceholderData ? undefined : list.data?.total,
    inView: needsCount ? count.data : list.data?.inView,
    /** The map has moved on since the list was ordered. */
    isOrderOld: isByView && isOld && asked.view !== null,
    follow: () => {
      isAtStart.current = true
      scroller.current?.scrollTo({ top: 0 })
      follow()
    },
    scroller,
    onScroll: () => {
      isAtStart.current = (scroller.current?.scrollTop ?? 0) < 8
      if (isAtStart.current && isOld) follow()
    },
  }
}
