import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR } from '../../../contract/api/find.ts'
import type { BandHandle } from './band-state.ts'
import { positionOf } from './time-scale.ts'
import classes from './time-track.module.css'
import { yearWords } from './year-words.ts'

interface TimeHandleProps {
  readonly handle: BandHandle
  readonly year: number
  readonly zoom: number
  /** A press on the band moves it. */
  readonly isPicked: boolean
  readonly onMove: (year: number) => void
  readonly onRelease: () => void
  /** Enter: the years as they stand are meant. */
  readonly onConfirm: () => void
  /** A finger or the mouse takes it. */
  readonly onGrab: (event: PointerEvent<HTMLElement>) => void
}

const KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
}

/** A handle of the band: dragged, or moved by the keys of a slider. */
export function TimeHandle({
  handle,
  year,
  zoom,
  isPicked,
  onMove,
  onRelease,
  onConfirm,
  onGrab,
}: TimeHandleProps) {
  const { t } = useTranslation('viewer')
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && !event.repeat) onConfirm()
    const years = KEY_STEPS[event.key]
    if (years === undefined) return
    event.preventDefault()
    onMove(Math.min(TIMELINE_LAST_YEAR, Math.max(TIMELINE_FIRST_YEAR, year + years)))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={t(`time.${handle}`)}
      aria-orientation="horizontal"
      aria-valuemin={TIMELINE_FIRST_YEAR}
      aria-valuemax={TIMELINE_LAST_YEAR}
      aria-valuenow={year}
      aria-valuetext={yearWords(t, year, handle)}
      className={classes.handle}
      data-picked={isPicked}
      data-edge={year === TIMELINE_FIRST_YEAR ? 'first' : year === TIMELINE_LAST_YEAR ? 'last' : undefined}
      style={{ left: positionOf(year, zoom) }}
      onPointerDown={onGrab}
      onKeyDown={press}
      onKeyUp={({ key }) => {
        if (key in KEY_STEPS || key === ' ') onRelease()
      }}
    >
      <span className={classes.flag} aria-hidden>
        {yearWords(t, year, handle)}
      </span>
    </div>
  )
}
