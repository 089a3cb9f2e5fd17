import { IconChevronDown } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { BaseCamera, MapBox } from '../../geometry/camera.ts'
import { BasePane } from '../../map/base-pane.tsx'
import type { BaseMapProps, BasePaneHandle, PaneAnchor, PaneTheme } from '../../map/pane-props.ts'
import { useTileTrouble } from '../../map/use-tile-trouble.ts'
import { yearText } from '../../map-record/map-facts.ts'
import { findRequest } from '../model/find-request.ts'
import { shownName } from '../model/shown-name.ts'
import { ShownStatusLine } from '../shown/shown-status-line.tsx'
import { overlaysOf, type ShownMap } from '../session/use-shown-maps.ts'
import { useOutlineTiles } from '../session/use-outline-tiles.ts'
import type { ViewerFilters } from '../model/viewer-filters.ts'
import type { ViewerState } from '../model/viewer-state.ts'
import { PaneChoice } from './pane-choice.tsx'
import classes from './side-by-side.module.css'
import { MOST_PANES, type ViewedPane } from '../model/viewed-panes.ts'

interface SidePaneProps {
  readonly onHandle: (at: number, handle: BasePaneHandle | null) => void
  /** 1 for the first. */
  readonly number: number
  readonly pane: ViewedPane
  readonly state: ViewerState
  /** Those of this pane, from bottom to top. */
  readonly maps: readonly ShownMap[]
  readonly baseMap: BaseMapProps
  readonly theme: PaneTheme
  readonly isPhone: boolean
  /** Says for all panes what the base map is drawn from. */
  readonly isLast: boolean
  /** What of the world is seen; null while the panes are not there. */
  readonly seen: MapBox | null
  readonly areOutlinesVisible: boolean
  /** A cross in the middle. */
  readonly hasCross: boolean
  /** Where the pointer is in another pane. */
  readonly pointed: MapPoint | null
  readonly onCameraChange: (camera: BaseCamera) => void
  readonly onPointerPlace: (place: MapPoint | null) => void
  /** `css`: where in the pane. */
  readonly onOutlinePress: (ids: readonly string[], css: readonly [number, number]) => void
  readonly onMaps: (ids: readonly string[]) => void
  readonly onYear: (year: number | null) => void
  readonly onRetry: () => void
}

/** One of the panes side by side, with its title and year. */
export function SidePane(props: SidePaneProps) {
  const { pane, maps, number, state, pointed, areOutlinesVisible, onHandle } = props
  const { t } = useTranslation(['viewer', 'sideBySide'])
  const [isBusy, setBusy] = useState(true)
  const [hoveredId, setHoveredId] = useState<string | null>(null)
  const handle = useRef<BasePaneHandle | null>(null)
  // The same at every drawing: another one would be handed the pane anew, in the midst of a drag as well.
  const takeHandle = useCallback(
    (next: BasePaneHandle | null) => {
      handle.current = next
      onHandle(number - 1, next)
    },
    [number, onHandle],
  )
  const filters = filtersOfYear(state.filters, pane.year)
  const outlineTiles = useOutlineTiles(findRequest(state.tab, state.catalogId, filters))
  const top = maps.at(-1)
  const title = top ? shownName(t, top) : t('sideBySide:bare')
  const ownYear = top?.record
    ? yearText(top.record.years)
    : top || pane.year === null
      ? null
      : String(pane.year)
  // A title that tells the year tells it once.
  const year = ownYear !== null && title.includes(ownYear) ? null : ownYear
  const name = [title, year].filter((part) => part !== null).join(', ')
  const overlays = overlaysOf(maps)
  const tiles = useTileTrouble(props.onRetry)
  return (
    <section
      className={classes.pane}
      aria-label={t('sideBySide:pane', { number, name })}
      data-busy={isBusy}
      data-drawn={overlays.length}
    >
      <BasePane
        ref={takeHandle}
        label={t('sideBySide:map', { number, name })}
        theme={props.theme}
        baseMap={props.baseMap}
        {...(state.camera && { initialCamera: state.camera })}
        overlays={overlays}
        memoryShare={1 / MOST_PANES}
        {...tiles.props}
        crosshair={props.hasCross}
        outlineTiles={areOutlinesVisible ? outlineTiles : null}
        selectedOutlineId={top?.id ?? null}
        hoveredOutlineId={hoveredId}
        attribution={props.isLast}
        cursor={hoveredId ? 'pointer' : 'crosshair'}
        {...(pointed && { anchors: crossAt(pointed) })}
        onOutlineHover={setHoveredId}
        {...(areOutlinesVisible && {
          onOutlinePress: (ids, place) => props.onOutlinePress(ids, handle.current?.project(place) ?? [0, 0]),
          onOutlineGroupPress: ({ box }) => handle.current?.fitBox(box, { padding: 32, durationMs: 400 }),
        })}
        onCameraChange={props.onCameraChange}
        onPointerPlace={props.onPointerPlace}
        onBusyChange={setBusy}
      />
      <div className={classes.label}>
        <PaneChoice
          number={number}
          pane={pane}
          state={state}
          filters={filters}
          seen={props.seen}
          isPhone={props.isPhone}
          onMaps={props.onMaps}
          onYear={props.onYear}
        >
          <span className={classes.title} title={title} dir="auto">
            {title}
          </span>
          {maps.length > 1 ? <span className={classes.more}>+{maps.length - 1}</span> : null}
          {year === null ? null : <b className={classes.year}>{year}</b>}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </PaneChoice>
        {maps.map((map) => (
          <ShownStatusLine
            key={map.id}
            map={map}
            trouble={map.raster ? tiles.trouble.get(map.raster.id)?.code : undefined}
            onRetry={tiles.retry}
          />
        ))}
      </div>
    </section>
  )
}

function filtersOfYear({ time, ...filters }: ViewerFilters, year: number | null): ViewerFilters {
  if (year !== null) return { ...filters, time: { from: year, to: year } }
  return time ? { ...filters, time } : filters
}

/** Where the pointer is in another pane, as a cross that the pointer itself never meets. */
const crossAt = (place: MapPoint): readonly PaneAnchor<MapPoint>[] => [
  {
    key: 'pointed',
    place,
    content: (
      <svg className={classes.cross} viewBox="-15 -15 30 30" width={30} height={30} aria-hidden data-pointed>
        <path d="M-14 0H-3M3 0H14M0-14V-3M0 3V14" />
        <path d="M-14 0H-3M3 0H14M0-14V-3M0 3V14" />
      </svg>
    ),
  },
]
