import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR, type MapYears } from '../../../contract/api/find.ts'
import type { YearSpan } from '../../map-search/filters.ts'
import type { BandEvent, BandHandle, BandState } from './band-state.ts'
import { barsPath, mapsOfYear, yearBars, type YearBar } from './histogram-bars.ts'
import { TimeHandle } from './time-handle.tsx'
import {
  bandLength,
  clampYear,
  everyYears,
  labelSpacing,
  markSpacing,
  positionOf,
  pxPerYear,
} from './time-scale.ts'
import classes from './time-track.module.css'
import { useTrackPointer } from './use-track-pointer.ts'
import { useTrackView } from './use-track-view.ts'

/** Height of the highest bar, CSS px. */
const BARS_PX = 44

const allMaps = ({ maps }: YearBar) => maps
const certainMaps = ({ certain }: YearBar) => certain

interface TimeTrackProps {
  readonly state: BandState
  /** What the maps are narrowed to now. */
  readonly time: YearSpan | undefined
  readonly counts: MapYears | undefined
  readonly onEvent: (event: BandEvent) => void
}

/** The years themselves: bars, marks and handles, scrolled sideways. */
export function TimeTrack({ state, time, counts, onEvent }: TimeTrackProps) {
  const { t } = useTranslation('viewer')
  const { zoom, isSingle } = state
  const scroller = useRef<HTMLDivElement>(null)
  const years = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<number | null>(null)
  const handles: readonly BandHandle[] = isSingle ? ['year'] : ['start', 'end']
  const picked: BandHandle = isSingle ? 'year' : state.picked
  const pointer = useTrackPointer({
    scroller,
    years,
    zoom,
    onMove: (handle, year) => onEvent({ type: 'move', handle, year }),
    onRelease: () => onEvent({ type: 'release' }),
    onPress: (year) => {
      onEvent({ type: 'move', handle: picked, year })
      onEvent({ type: 'release' })
    },
  })
  useTrackView(scroller, state[picked], zoom, {
    isDragging: pointer.isDragging,
    onZoom: (next) => onEvent({ type: 'zoom', zoom: next }),
  })
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={-1}>
      <div
        role="presentation"
        className={classes.inner}
        {...pointer.events}
        onPointerMove={(event) => {
          pointer.events.onPointerMove(event)
          setHovered(event.pointerType === 'mouse' ? pointer.yearUnder(event.clientX) : null)
        }}
        onPointerLeave={() => setHovered(null)}
      >
        <div ref={years} className={classes.years} style={{ width: bandLength(zoom) }}>
          <Histogram counts={counts} zoom={zoom} time={time} />
          {isSingle ? null : (
            <div
              className={classes.range}
              style={{
                left: positionOf(Math.min(state.start, state.end), zoom),
                width: Math.abs(state.end - state.start) * pxPerYear(zoom),
              }}
            />
          )}
          {hovered === null || !counts ? null : (
            <div className={classes.hover} style={{ left: positionOf(hovered, zoom) }} aria-hidden>
              <span>
                {hovered} · {t('time.maps', { count: mapsOfYear(counts, hovered) })}
              </span>
            </div>
          )}
          {handles.map((handle) => (
            <TimeHandle
              key={handle}
              handle={handle}
              year={state[handle]}
              zoom={zoom}
              isPicked={handle === picked}
              onMove={(year) => onEvent({ type: 'move', handle, year })}
              onRelease={() => onEvent({ type: 'release' })}
              onConfirm={() => onEvent({ type: isSingle ? 'release' : 'confirm' })}
              onGrab={(event) => pointer.grab(handle, state[handle], event)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** How many maps there are by year, those of the chosen years in colour, above the marks of the years. */
function Histogram({
  counts,
  zoom,
  time,
}: Pick<TimeTrackProps, 'counts' | 'time'> & { readonly zoom: number }) {
  const clip = useId()
  const bars = useMemo(() => (counts ? yearBars(counts, zoom) : []), [counts, zoom])
  const paths = useMemo(
    () => [barsPath(bars, allMaps, zoom, BARS_PX), barsPath(bars, certainMaps, zoom, BARS_PX)],
    [bars, zoom],
  )
  const marks = useMemo(
    () =>
      everyYears(markSpacing(zoom))
        .map((year) => `M${positionOf(year, zoom).toFixed(1)} ${BARS_PX}v4`)
        .join(''),
    [zoom],
  )
  const from = positionOf(clampYear(time?.from ?? TIMELINE_FIRST_YEAR) - 0.5, zoom)
  const to = positionOf(clampYear(time?.to ?? TIMELINE_LAST_YEAR) + 0.5, zoom)
  return (
    <>
      <svg className={classes.bars} width={bandLength(zoom)} height={BARS_PX + 5} aria-hidden>
        <clipPath id={clip}>
          <rect x={from} y={0} width={Math.max(0, to - from)} height={BARS_PX} />
        </clipPath>
        <path d={marks} className={classes.marks} />
        <g className={classes.others} data-narrowed={time !== undefined}>
          <path d={paths[0]} className={classes.unsure} />
          <path d={paths[1]} />
        </g>
        <g className={classes.chosen} clipPath={`url(#${clip})`}>
          <path d={paths[0]} className={classes.unsure} />
          <path d={paths[1]} />
        </g>
      </svg>
      <div className={classes.labels} aria-hidden>
        {everyYears(labelSpacing(zoom)).map((year) => (
          <span key={year} style={{ left: positionOf(year, zoom) }}>
            {year}
          </span>
        ))}
      </div>
    </>
  )
}
