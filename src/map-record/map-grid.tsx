import { useElementSize } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useEffectEvent, useLayoutEffect, useState, type ReactNode } from 'react'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { useListFocus } from '../ui/use-list-focus.ts'
import { SkeletonState } from '../ui/list-states.tsx'
import type { Leaving } from './use-leaving.ts'
import classes from './map-grid.module.css'

const GAP_PX = 20
/** Height of a card's text below its picture, in CSS pixels: a first guess, measured once it stands. */
const TEXT_PX = 176

/** One column on narrow screens, two on medium, three on wide ones. */
export function columnsFor(width: number): 1 | 2 | 3 {
  if (width < 560) return 1
  return width < 960 ? 2 : 3
}

/** Fewer rows than these below the last one drawn ask for the next page. */
const ROWS_AHEAD = 6

/** How a list goes on beyond the maps that have come. */
export interface MapPaging {
  /** All maps that there are. */
  readonly total: number
  readonly hasNext: boolean
  readonly onNext: () => void
  /** What stands below the last row: more to come, or why not. */
  readonly foot: ReactNode
}

interface MapGridProps {
  readonly maps: readonly MapSummary[]
  /** Absent: these are all. */
  readonly paging?: MapPaging | undefined
  readonly leaving?: Leaving | undefined
  readonly renderCard: (map: MapSummary) => ReactNode
}

/** A grid of cards of which only those near the window exist: a thousand stay smooth. */
export function MapGrid({ maps, paging, leaving, renderCard }: MapGridProps) {
  const keepFocus = useListFocus()
  const { ref, width: watchedWidth } = useElementSize()
  const [grid, setGrid] = useState<HTMLDivElement | null>(null)
  const [offset, setOffset] = useState(0)
  const [firstWidth, setFirstWidth] = useState(0)
  // The watched width comes a frame late: cards stand in the first picture already.
  const width = watchedWidth || firstWidth
  const columns = columnsFor(width)
  const cardWidth = (width - GAP_PX * (columns - 1)) / columns
  useLayoutEffect(() => {
    if (!grid) return
    const { top, width: now } = grid.getBoundingClientRect()
    setOffset(top + window.scrollY)
    setFirstWidth(now)
  }, [grid, width])

  // The React Compiler, which this rule is about, is not part of the build.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useWindowVirtualizer({
    count: width === 0 ? 0 : Math.ceil(maps.length / columns),
    estimateSize: () => (cardWidth * 3) / 4 + TEXT_PX + GAP_PX,
    getItemKey: (row) => `${columns}/${maps[row * columns]?.id}`,
    overscan: 3,
    scrollMargin: offset,
  })
  const items = rows.getVirtualItems()
  const isNearEnd =
    paging?.hasNext === true && (items.at(-1)?.index ?? 0) > maps.length / columns - ROWS_AHEAD
  const fetchNext = useEffectEvent(() => paging?.onNext())
  useEffect(() => {
    if (isNearEnd) fetchNext()
  }, [isNearEnd, maps.length])
  return (
    <div ref={ref}>
      <div
        ref={setGrid}
        role="list"
        className={classes.grid}
        {...keepFocus}
        style={{ height: rows.getTotalSize() }}
      >
        {items.map((row) => (
          <div
            key={row.key}
            role="presentation"
            ref={rows.measureElement}
            data-index={row.index}
            className={classes.row}
            style={{
              transform: `translateY(${row.start - offset}px)`,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            }}
          >
            {maps.slice(row.index * columns, (row.index + 1) * columns).map((map, column) => (
              <div
                key={map.id}
                role="listitem"
                aria-setsize={paging?.total ?? maps.length}
                className={classes.cell}
                data-leaving={leaving?.get(map.id)}
                inert={leaving?.has(map.id)}
                aria-posinset={row.index * columns + column + 1}
              >
                {renderCard(map)}
              </div>
            ))}
          </div>
        ))}
      </div>
      {paging?.foot}
    </div>
  )
}

/** What stands where cards will be. */
export function MapGridSkeleton() {
  return (
    <SkeletonState>
      <div className={classes.skeletons}>
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <div key={card} className={classes.skeleton} />
        ))}
      </div>
    </SkeletonState>
  )
}
