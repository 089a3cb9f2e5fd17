import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { YearSpan } from '../../map-search/filters.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'
import { bandStep, firstState, type BandEvent } from './band-state.ts'
import { storedSettings, storeSettings } from './timeline-settings.ts'

/** A map that is looked at, and the years that it speaks of. */
export interface OpenedMap {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** How long a step through time is looked at, in milliseconds. */
const PLAY_MS = 1_200

/**
 * The state of the band: kept in this browser, following the filter, and going on by itself while it plays.
 * @param years of which there are maps, in order
 * @param opened the map that is looked at, with its years; null while there is none, or none that has a year
 */
export function useTimeBand(
  time: YearSpan | undefined,
  years: readonly number[],
  opened: OpenedMap | null,
  onTime: (time: YearSpan | undefined, isPlayed: boolean) => void,
) {
  const [state, setState] = useState(
    () => bandStep(firstState(storedSettings()), { type: 'follow', time }).state,
  )
  // Several events may come before the next drawing.
  const latest = useRef(state)
  const send = (event: BandEvent) => {
    const { state: next, applied } = bandStep(latest.current, event)
    if (next !== latest.current) {
      latest.current = next
      setState(next)
      storeSettings(next)
    }
    if (applied) onTime(applied.time, event.type === 'tick')
  }
  const { from, to } = time ?? {}
  const follow = useEffectEvent(() => send({ type: 'follow', time }))
  useEffect(() => follow(), [from, to])

  const count = useEffectEvent(() => {
    if (!time) send({ type: 'counted', years })
  })
  useEffect(() => count(), [years])

  const isFirst = useRef(true)
  const reach = useEffectEvent(() => {
    const isOpening = isFirst.current
    isFirst.current = false
    // Opening the band narrows nothing anew.
    if (isOpening && time) return
    if (opened) send({ type: 'reach', from: opened.from, to: opened.to, isNarrowed: time !== undefined })
  })
  const openedId = opened?.id
  useEffect(() => reach(), [openedId])

  const step = useEffectEvent((type: 'tick' | 'stop') => send(type === 'tick' ? { type, years } : { type }))
  const { isPlaying } = state
  useEffect(() => {
    if (!isPlaying) return undefined
    const timer = setInterval(() => step('tick'), PLAY_MS)
    // Whoever touches anything wants to look at it, or to choose.
    const stop = () => step('stop')
    window.addEventListener('pointerdown', stop)
    window.addEventListener('keydown', stop)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pointerdown', stop)
      window.removeEventListener('keydown', stop)
    }
  }, [isPlaying])
  return { state, send }
}

/** What the band of time is told of the map that is looked at. */
export function openedMap(map: ShownMap | undefined): OpenedMap | null {
  const { year, period, date } = map?.record?.years ?? { year: null, period: NO_PERIOD, date: null }
  if (map && date) return { id: map.id, from: date.from, to: date.to }
  const [from, to] =
    year === null ? [period.startYear ?? period.endYear, period.endYear ?? period.startYear] : [year, year]
  return map && from !== null && to !== null ? { id: map.id, from, to } : null
}

const NO_PERIOD = { startYear: null, endYear: null }
