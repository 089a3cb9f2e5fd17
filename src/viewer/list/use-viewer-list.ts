import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { FindSort, FoundMap } from '../../../contract/api/find.ts'
import { boundsToText } from '../../../contract/rules/bounds-to-text.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { useCountInView, useFoundMaps } from '../../queries/find-queries.ts'
import { findRequest } from '../model/find-request.ts'
import type { ViewerFilters, ViewerTab } from '../model/viewer-filters.ts'
import type { SeenView } from '../model/viewer-model.ts'

/** The list follows the map once that has rested so long, in milliseconds. */
const VIEW_PAUSE_MS = 200

interface ListSubject {
  readonly tab: ViewerTab
  readonly catalogId: string | undefined
  readonly filters: ViewerFilters
  readonly view: SeenView | null
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

/** Whether the mouse or the keys are in an area; a finger that has gone leaves no pointer behind. */
const isInUse = (area: HTMLElement): boolean =>
  area.querySelector(':focus-visible') !== null ||
  (window.matchMedia('(hover: hover)').matches && area.matches(':hover'))

/**
 * The list of the sidebar. Ordered by relevance it follows the map, but never under the hands of someone who has
 * scrolled down in it, is in it with the mouse or the keys, or has just opened one of its maps: then it keeps its order
 * until they are back at its start, move the map by themselves, or ask for it.
 */
export function useViewerList({ tab, catalogId, filters, view, sort }: ListSubject) {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtStart = useRef(true)
  const [current] = useDebouncedValue(viewText(view?.box ?? null), VIEW_PAUSE_MS)
  const base = findRequest(tab, catalogId, filters)
  const subject = JSON.stringify([base, sort])
  const [asked, setAsked] = useState({ subject, view: current })
  const isNewSubject = asked.subject !== subject
  const isOld = asked.view !== current
  if (isNewSubject) setAsked({ subject, view: current })

  const follow = useCallback(() => setAsked((last) => ({ ...last, view: current })), [current])
  const isHeld = useEffectEvent(
    () =>
      asked.view !== null &&
      (view?.isOfList === true || (scroller.current !== null && isInUse(scroller.current))),
  )
  useLayoutEffect(() => {
    if (isOld && isAtStart.current && !isHeld()) follow()
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
  const count = useCountInView(base, viewRequest, needsCount)
  const isOrderOld = isByView && isOld && asked.view !== null
  const total = list.data?.total ?? 0
  /** What was told of this list: another order of the same maps is no news. */
  const [told, setTold] = useState<{ readonly base: string; readonly total: number } | null>(null)
  const baseText = JSON.stringify(base)
  const fresh = list.data?.total
  if (fresh !== undefined && (told?.base !== baseText || told.total !== fresh))
    setTold({ base: baseText, total: fresh })
  const inView = needsCount ? count.data : list.data?.inView
  /** Of those in view the list begins with, as it was ordered. */
  const first = isByView ? list.data?.inView : undefined
  return {
    list,
    maps: list.data?.maps ?? NO_MAPS,
    total,
    /** How many maps there are; undefined while another list is on its way. */
    come: fresh ?? (told?.base === baseText ? told.total : undefined),
    /** The same with those in view, once both are known; `inView` is undefined before the map is there. */
    count: list.data === undefined || (needsCount && inView === undefined) ? null : { total, inView },
    /** The first row whose map is not in view; `count`: how many there are, null where the map has moved on since. */
    elsewhere:
      first === undefined || first >= total
        ? null
        : { from: first, count: isOrderOld ? null : total - first },
    /** The map has moved on since the list was ordered. */
    isOrderOld,
    follow: () => {
      isAtStart.current = true
      scroller.current?.scrollTo({ top: 0 })
      follow()
    },
    scroller,
    onScroll: () => {
      const wasAtStart = isAtStart.current
      isAtStart.current = (scroller.current?.scrollTop ?? 0) < 8
      if (isAtStart.current && !wasAtStart && isOld) follow()
    },
  }
}
