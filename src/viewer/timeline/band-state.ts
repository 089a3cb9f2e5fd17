import type { YearSpan } from '../../map-search/filters.ts'
import { TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR } from '../../../contract/api/find.ts'
import { clampYear, clampZoom, ZOOM_MAX } from './time-scale.ts'

/** What a browser remembers of the timeline. */
export interface BandSettings {
  readonly zoom: number
  /** One year, or a range of years. */
  readonly isSingle: boolean
  readonly year: number
  /** As they were picked: the end may stand before the start until the range is confirmed. */
  readonly start: number
  readonly end: number
}

export const FIRST_SETTINGS: BandSettings = {
  zoom: ZOOM_MAX,
  isSingle: true,
  year: 1900,
  start: 1800,
  end: 1900,
}

/** What of the band can be moved. */
export type BandHandle = 'year' | 'start' | 'end'

export interface BandState extends BandSettings {
  /** The end of the range that a press on the band moves. */
  readonly picked: 'start' | 'end'
  /** Goes on by itself. */
  readonly isPlaying: boolean
  /** The handles stand where a person, or what they chose, has put them. */
  readonly isPlaced: boolean
  /** Where the band went by itself, for the map that was opened lies there; null once anything else moves it. */
  readonly reached: YearSpan | null
}

export const firstState = (settings: BandSettings): BandState => ({
  ...settings,
  picked: 'start',
  isPlaying: false,
  isPlaced: (['year', 'start', 'end'] as const).some((name) => settings[name] !== FIRST_SETTINGS[name]),
  reached: null,
})

export type BandEvent =
  /** `time`: which years are shown, where they are narrowed. */
  | { readonly type: 'mode'; readonly isSingle: boolean; readonly time: YearSpan | undefined }
  | { readonly type: 'pick'; readonly handle: 'start' | 'end' }
  | { readonly type: 'move'; readonly handle: BandHandle; readonly year: number }
  /** A finger, the mouse or a key lets a handle go, or a typed year is entered. */
  | { readonly type: 'release' }
  | { readonly type: 'confirm' }
  | { readonly type: 'clear' }
  | { readonly type: 'zoom'; readonly zoom: number }
  /** The filter changed: here, by its chip, or by Back. */
  | { readonly type: 'follow'; readonly time: YearSpan | undefined }
  /** `years` of which there are maps, in order. */
  | { readonly type: 'play' | 'tick'; readonly years: readonly number[] }
  | { readonly type: 'stop' }
  /** `years` of which there are maps are known, while nothing is narrowed. */
  | { readonly type: 'counted'; readonly years: readonly number[] }
  /** A map of these years was opened. `isNarrowed`: only maps of some years are shown. */
  | { readonly type: 'reach'; readonly from: number; readonly to: number; readonly isNarrowed: boolean }

interface BandStep {
  readonly state: BandState
  /** What the maps are narrowed to from now on; absent where that stays. */
  readonly applied?: { readonly time: YearSpan | undefined }
}

/** What the two ends mean: the first year "and earlier", the last one "and later"; all years narrow nothing. */
export function timeOf(start: number, end: number): YearSpan | undefined {
  const from = start <= TIMELINE_FIRST_YEAR ? null : start
  const to = end >= TIMELINE_LAST_YEAR ? null : end
  return from === null && to === null ? undefined : { from, to }
}

/** What the handles stand for, in order. */
export const timeOfHandles = ({ isSingle, year, start, end }: BandSettings): YearSpan | undefined =>
  isSingle ? timeOf(year, year) : timeOf(Math.min(start, end), Math.max(start, end))

export const isSameTime = (one: YearSpan | undefined, other: YearSpan | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to

/** The next state of the band. Whatever a person does ends playing. */
export function bandStep(state: BandState, event: BandEvent): BandStep {
  const still: BandState = { ...state, isPlaying: false, reached: null }
  switch (event.type) {
    case 'mode':
      return { state: event.isSingle === state.isSingle ? still : otherMode(still, event.time) }
    case 'pick':
      return { state: { ...still, picked: event.handle } }
    case 'move':
      return { state: moved(still, event.handle, event.year) }
    case 'release':
      return state.isSingle ? applied(still) : { state: still }
    case 'confirm':
      return applied(inOrder(still))
    case 'clear':
      return { state: still, applied: { time: undefined } }
    case 'zoom':
      return { state: { ...still, zoom: clampZoom(event.zoom) } }
    case 'follow':
      return { state: followed(state, event.time) }
    case 'play': {
      const begun = advanced(state, event.years) ?? fromFirst(state, event.years)
      return begun ? applied({ ...begun, isPlaying: true, isPlaced: true, reached: null }) : { state: still }
    }
    case 'tick': {
      if (!state.isPlaying) return { state }
      const next = advanced(state, event.years)
      return next ? applied(next) : { state: still }
    }
    case 'stop':
      return { state: still }
    case 'counted':
      return { state: amongMaps(state, event.years) }
    case 'reach': {
      const reached = reaching(state, event)
      return reached && event.isNarrowed ? applied(reached) : { state: reached ?? state }
    }
  }
}

/**
 * Handles that nobody has placed, and those that stand before or after all maps, go among the maps: the year into their
 * middle, the range from first to last.
 */
function amongMaps(state: BandState, years: readonly number[]): BandState {
  const [first] = years
  if (first === undefined) return state
  const last = years.at(-1) ?? first
  const ends = state.isSingle ? [state.year, state.year] : [state.start, state.end]
  const isAmong = Math.max(...ends) >= first && Math.min(...ends) <= last
  if (state.isPlaced && isAmong) return state
  const middle = years[Math.floor(years.length / 2)] ?? first
  return {
    ...state,
    year: clampYear(middle),
    start: clampYear(first),
    end: clampYear(last),
    isPlaced: false,
  }
}

/** The handles go to the years of a map that they miss, a range as long as it was; null where they hold it. */
function reaching(
  state: BandState,
  { from, to }: { readonly from: number; readonly to: number },
): BandState | null {
  const { isSingle, year, start, end } = inOrder(state)
  const [least, most] = isSingle ? [year, year] : [start, end]
  const [first, last] = [clampYear(from), clampYear(to)]
  if (first <= most && last >= least) return null
  const aim = first > most ? first : last
  const shift = aim - (first > most ? most : least)
  return {
    ...state,
    isPlaying: false,
    isPlaced: true,
    reached: { from: first, to: last },
    ...(isSingle ? { year: aim } : { start: clampYear(start + shift), end: clampYear(end + shift) }),
  }
}

/** One year becomes a range, or a range one year: the handles stand at the years that are shown, if any are. */
function otherMode(state: BandState, time: YearSpan | undefined): BandState {
  const isSingle = !state.isSingle
  if (!time) return { ...state, isSingle }
  const start = clampYear(time.from ?? TIMELINE_FIRST_YEAR)
  const end = clampYear(time.to ?? TIMELINE_LAST_YEAR)
  const isWithin = state.year >= start && state.year <= end
  return {
    ...state,
    isSingle,
    isPlaced: true,
    ...(isSingle ? { year: isWithin ? state.year : start } : { start, end }),
  }
}

const applied = (state: BandState): BandStep => ({ state, applied: { time: timeOfHandles(state) } })

function moved(state: BandState, handle: BandHandle, year: number): BandState {
  const next = { ...state, [handle]: clampYear(year), isPlaced: true }
  return handle === 'year' ? next : { ...next, picked: handle }
}

/** Start and end change places where the start lies after the end. */
function inOrder(state: BandState): BandState {
  const { start, end } = state
  if (start <= end) return state
  return { ...state, start: end, end: start, picked: state.picked === 'start' ? 'end' : 'start' }
}

/** The handles go to what a filter says; one that they stand for already moves nothing. */
function followed(state: BandState, time: YearSpan | undefined): BandState {
  if (isSameTime(time, timeOfHandles(state))) return state
  if (!time) return { ...state, isPlaying: false, reached: null }
  const start = clampYear(time.from ?? TIMELINE_FIRST_YEAR)
  const end = clampYear(time.to ?? TIMELINE_LAST_YEAR)
  const isSingle = start === end
  return {
    ...state,
    isPlaying: false,
    isPlaced: true,
    reached: null,
    isSingle,
    ...(isSingle ? { year: start } : { start, end }),
  }
}

/** How far a range goes on while playing: by a quarter of its length. */
const rangeStride = (length: number) => Math.max(1, Math.round(length / 4))

/** One step further in time; null at the last year that has maps. */
function advanced(state: BandState, years: readonly number[]): BandState | null {
  if (state.isSingle) {
    const year = years.find((candidate) => candidate > state.year)
    return year === undefined ? null : { ...state, year }
  }
  const { start, end } = inOrder(state)
  if (end >= Math.min(years.at(-1) ?? -Infinity, TIMELINE_LAST_YEAR)) return null
  const stride = Math.min(rangeStride(end - start), TIMELINE_LAST_YEAR - end)
  return { ...state, start: start + stride, end: end + stride }
}

/** Back at the first year that has maps; null where none has. */
function fromFirst(state: BandState, years: readonly number[]): BandState | null {
  const [first] = years
  if (first === undefined) return null
  if (state.isSingle) return { ...state, year: first }
  const { start, end } = inOrder(state)
  return { ...state, start: first, end: clampYear(first + end - start) }
}
