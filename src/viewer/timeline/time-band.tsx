import { Button, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import {
  IconCalendarOff,
  IconCheck,
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type MapYears, TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR } from '../../../contract/api/find.ts'
import { useMapYears } from '../../queries/find-queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsMobile, useIsShort } from '../../ui/use-is-mobile.ts'
import { isLayerKey, useLayer } from '../../ui/use-layer.ts'
import { timelessRequest } from '../model/find-request.ts'
import type { YearSpan } from '../../map-search/filters.ts'
import type { ViewerFilters, ViewerTab } from '../model/viewer-filters.ts'
import { isSameTime, timeOfHandles, type BandEvent, type BandState } from './band-state.ts'
import { yearsWithMaps } from './histogram-bars.ts'
import classes from './time-band.module.css'
import { steppedZoom, ZOOM_MAX, ZOOM_MIN } from './time-scale.ts'
import { TimeTrack } from './time-track.tsx'
import { useTimeBand, type OpenedMap } from './use-time-band.ts'
import { YearField, type WrongYear } from './year-field.tsx'
import { timeWords } from './year-words.ts'

/** How long the panel takes to come and to go, in milliseconds; the style has it too. */
const FADE_MS = 300

const NO_YEARS: readonly number[] = []

interface TimeBandProps {
  readonly filters: ViewerFilters
  readonly tab: ViewerTab
  readonly catalogId?: string | undefined
  /** The map that is looked at, where it has years. */
  readonly opened: OpenedMap | null
  readonly isOpen: boolean
  /** `isPlayed`: a step of the band going on by itself, which Back need not take back. */
  readonly onTime: (time: YearSpan | undefined, isPlayed: boolean) => void
  readonly onClose: () => void
  /** It has begun to go on by itself, or has stopped; `said` tells so. */
  readonly onPlaying: (isPlaying: boolean, said: string) => void
}

/** The band of time at the lower edge: how many maps there are by year, and the years that are shown. */
export function TimeBand(props: TimeBandProps) {
  const { isOpen } = props
  const [isThere, setIsThere] = useState(isOpen)
  if (isOpen && !isThere) setIsThere(true)
  useEffect(() => {
    if (isOpen) return undefined
    const timer = setTimeout(() => setIsThere(false), FADE_MS)
    return () => clearTimeout(timer)
  }, [isOpen])
  return isThere ? <BandPanel {...props} /> : null
}

function BandPanel({ filters, tab, catalogId, opened, isOpen, onTime, onClose, onPlaying }: TimeBandProps) {
  const { t } = useTranslation('viewer')
  const isMobile = useIsMobile()
  const isShort = useIsShort()
  useLayer((isMobile || isShort) && isOpen, onClose, { leavesKeys: true })
  const { time } = filters
  const counts = useMapYears(timelessRequest(tab, catalogId, filters), isOpen)
  const years = useMemo(() => (counts.data ? yearsWithMaps(counts.data) : NO_YEARS), [counts.data])
  const band = useTimeBand(time, years, opened, onTime)
  const { state } = band
  usePlayingAnnouncement(state, onPlaying)
  const [wrong, setWrong] = useState<WrongYear | null>(null)
  const [isStill, setStill] = useState(false)
  const still = counts.data ? stillWords(t, years) : null
  const send = (event: BandEvent) => {
    setWrong(null)
    setStill(false)
    band.send(event)
  }
  return (
    <section
      className={classes.panel}
      aria-label={t('time.label')}
      data-open={isOpen}
      data-timeline
      inert={!isOpen}
    >
      <div
        role="presentation"
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isLayerKey(event.nativeEvent)) return
          // The key has done its work: nothing else ends by it.
          event.preventDefault()
          onClose()
        }}
      >
        <div className={classes.bar}>
          <SegmentedControl
            aria-label={t('time.mode')}
            size="xs"
            className={classes.mode}
            value={state.isSingle ? 'single' : 'range'}
            onChange={(mode) => send({ type: 'mode', isSingle: mode === 'single', time })}
            data={[
              { value: 'single', label: isMobile ? t('time.singleShort') : t('time.single') },
              { value: 'range', label: isMobile ? t('time.rangeShort') : t('time.range') },
            ]}
          />
          <YearFields state={state} time={time} onEvent={send} onWrong={setWrong} />
          <PlayButton
            isPlaying={state.isPlaying}
            years={years}
            still={still}
            onEvent={send}
            onStill={() => setStill(true)}
          />
          <BandStatus
            isPlaying={state.isPlaying}
            time={time}
            reached={state.reached}
            wrong={wrong}
            still={isStill ? still : null}
            counts={counts.data}
            hasFailed={counts.isError}
          />
          <AllYears
            isSmall={isMobile || isShort}
            isThere={time !== undefined}
            onPress={() => send({ type: 'clear' })}
          />
          <div className={classes.zoom}>
            <IconButton
              label={t('time.further')}
              tooltipSide="top"
              variant="subtle"
              disabled={state.zoom <= ZOOM_MIN}
              onClick={() => send({ type: 'zoom', zoom: steppedZoom(state.zoom, -1) })}
            >
              <IconZoomOut size={18} stroke={1.75} />
            </IconButton>
            <output className={classes.zoomText} aria-label={t('time.zoom')}>
              {state.zoom} ×
            </output>
            <IconButton
              label={t('time.nearer')}
              tooltipSide="top"
              variant="subtle"
              disabled={state.zoom >= ZOOM_MAX}
              onClick={() => send({ type: 'zoom', zoom: steppedZoom(state.zoom, 1) })}
            >
              <IconZoomIn size={18} stroke={1.75} />
            </IconButton>
          </div>
          <IconButton
            label={t('time.close')}
            tooltipSide="top"
            variant="subtle"
            className={classes.close ?? ''}
            onClick={onClose}
          >
            <IconX size={18} stroke={1.75} />
          </IconButton>
        </div>
        <TimeTrack state={state} time={time} counts={counts.data} onEvent={send} />
      </div>
    </section>
  )
}

/** Tells that the band goes on by itself, and where it has stopped. */
function usePlayingAnnouncement(state: BandState, onPlaying: TimeBandProps['onPlaying']) {
  const { t } = useTranslation('viewer')
  const { isPlaying } = state
  const wasPlaying = useRef(false)
  const tell = useEffectEvent((isOn: boolean) => {
    if (isOn === wasPlaying.current) return
    wasPlaying.current = isOn
    onPlaying(
      isOn,
      isOn ? t('time.playing') : t('time.stopped', { years: timeWords(t, timeOfHandles(state)) }),
    )
  })
  useEffect(() => tell(isPlaying), [isPlaying])
  const end = useEffectEvent(() => {
    if (wasPlaying.current) onPlaying(false, '')
  })
  useEffect(() => () => end(), [])
}

interface AllYearsProps {
  /** On a phone, and in a low window: a picture, whose place is kept, so that no button moves under the finger. */
  readonly isSmall: boolean
  readonly isThere: boolean
  readonly onPress: () => void
}

/** Takes the years away that the maps are narrowed to. */
function AllYears({ isSmall, isThere, onPress }: AllYearsProps) {
  const { t } = useTranslation('viewer')
  if (isSmall)
    return (
      <IconButton
        label={t('time.all')}
        tooltipSide="top"
        variant="subtle"
        style={{ visibility: isThere ? 'visible' : 'hidden' }}
        onClick={onPress}
      >
        <IconCalendarOff size={18} stroke={1.75} />
      </IconButton>
    )
  return isThere ? (
    <Button size="xs" variant="subtle" className={classes.all} onClick={onPress}>
      {t('time.all')}
    </Button>
  ) : null
}

interface YearFieldsProps {
  readonly state: BandState
  readonly time: YearSpan | undefined
  readonly onEvent: (event: BandEvent) => void
  readonly onWrong: (wrong: WrongYear | null) => void
}

/** The years as numbers; a range counts once it is confirmed. */
function YearFields({ state, time, onEvent, onWrong }: YearFieldsProps) {
  const { t } = useTranslation('viewer')
  if (state.isSingle)
    return (
      <div className={classes.fields}>
        <YearField
          label={t('time.year')}
          year={state.year}
          onYear={(year) => {
            onEvent({ type: 'move', handle: 'year', year })
            onEvent({ type: 'release' })
          }}
          onWrong={onWrong}
          onEnter={() => onEvent({ type: 'release' })}
        />
      </div>
    )
  return (
    <div className={classes.fields}>
      {(['start', 'end'] as const).map((handle) => (
        <YearField
          key={handle}
          label={t(`time.${handle}`)}
          year={state[handle]}
          isPicked={state.picked === handle}
          onPick={() => onEvent({ type: 'pick', handle })}
          onYear={(year) => onEvent({ type: 'move', handle, year })}
          onWrong={onWrong}
          onEnter={() => onEvent({ type: 'confirm' })}
        />
      ))}
      <IconButton
        label={t('time.confirm')}
        tooltipSide="top"
        variant={isSameTime(time, timeOfHandles(state)) ? 'default' : 'filled'}
        onClick={() => onEvent({ type: 'confirm' })}
      >
        <IconCheck size={18} stroke={2} />
      </IconButton>
    </div>
  )
}

interface PlayButtonProps {
  readonly isPlaying: boolean
  readonly years: readonly number[]
  /** Why nothing plays; null: it does, or that is not known yet. */
  readonly still: string | null
  readonly onEvent: (event: BandEvent) => void
  /** It was pressed while there is nothing to play. */
  readonly onStill: () => void
}

/** Fewer years with maps are no way through time. */
const FEWEST_PLAYED = 2

/** Why nothing plays; null: it does. */
function stillWords(t: TFunction<'viewer'>, years: readonly number[]): string | null {
  if (years.length >= FEWEST_PLAYED) return null
  const [year] = years
  return year === undefined ? t('time.noYears') : t('time.oneYear', { year })
}

/** What cannot play keeps the focus and its hint, and says when it is pressed why not. */
function PlayButton({ isPlaying, years, still, onEvent, onStill }: PlayButtonProps) {
  const { t } = useTranslation('viewer')
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <IconButton
      label={isPlaying ? t('time.pause') : t('time.play')}
      tooltipSide="top"
      variant="default"
      hint={isPlaying ? undefined : (still ?? undefined)}
      disabled={years.length === 0 && still === null}
      aria-disabled={still !== null && !isPlaying}
      data-disabled={(still !== null && !isPlaying) || undefined}
      // Any other touch stops what plays; this one would stop it and begin it again.
      onPointerDown={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
      }}
      onClick={() => {
        if (still !== null && !isPlaying) return onStill()
        onEvent(isPlaying ? { type: 'stop' } : { type: 'play', years })
      }}
    >
      <Icon size={16} />
    </IconButton>
  )
}

interface BandStatusProps {
  readonly isPlaying: boolean
  readonly time: YearSpan | undefined
  /** Where the band went by itself. */
  readonly reached: YearSpan | null
  /** What was typed and is no year of the band. */
  readonly wrong: WrongYear | null
  /** Why nothing plays, once that was asked. */
  readonly still: string | null
  readonly counts: MapYears | undefined
  readonly hasFailed: boolean
}

/** Which years are shown, and what becomes of maps without a year. */
function BandStatus({ isPlaying, time, reached, wrong, still, counts, hasFailed }: BandStatusProps) {
  const { t } = useTranslation('viewer')
  const undated = counts?.undated ?? 0
  return (
    // Each year that it comes by would be told.
    <p role="status" aria-live={isPlaying ? 'off' : 'polite'} className={classes.status}>
      {hasFailed ? t('time.failed') : <b>{timeWords(t, time)}</b>}{' '}
      {wrong === null ? null : (
        <span className={classes.wrong}>
          {t(wrong.taken === null ? 'time.wrong' : 'time.outside', {
            text: wrong.text,
            year: wrong.taken,
            first: TIMELINE_FIRST_YEAR,
            last: TIMELINE_LAST_YEAR,
          })}
        </span>
      )}
      {still === null ? null : <span>{still}</span>}{' '}
      {reached ? <span>{t('time.reached', { years: timeWords(t, reached) })}</span> : null}{' '}
      {undated === 0 ? null : (
        <span>
          {time ? t('time.undatedHidden', { count: undated }) : t('time.undated', { count: undated })}
        </span>
      )}
    </p>
  )
}
