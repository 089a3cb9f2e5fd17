import type { TFunction } from 'i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { formatLength } from '../places/length-text.ts'

/** Groups the digits of a number text by narrow spaces: `50000` → `50 000`. It may exceed what a number holds. */
export function groupDigits(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '').replace(/\B(?=(?:\d{3})+$)/g, '\u202f')
}

/** A map's scale as cartographers write it, or null. */
export function scaleText(scale: MapSummary['scale']): string | null {
  return scale ? `${groupDigits(scale.numerator)} : ${groupDigits(scale.denominator)}` : null
}

/** A year as it is printed: those before our era carry a minus sign. */
const write = (year: number) => String(year).replace('-', '−')

/** First and last year in words; one year where both are the same. */
export const yearWords = (from: number, to: number): string =>
  from === to ? write(from) : `${write(from)}–${write(to)}`

/** A date as it was written, and the years that it may mean where it does not say them. */
export function dateText({ text, from, to }: NonNullable<MapSummary['years']['date']>): string {
  const years = yearWords(from, to)
  return text === years ? text : `${text} (${years})`
}

/** What a card shows: the date as it was written, else the map's own year, else the period it is from. */
export function yearText({ year, period, date }: MapSummary['years']): string | null {
  if (date) return date.text
  if (year !== null) return write(year)
  const { startYear, endYear } = period
  if (startYear === endYear) return startYear === null ? null : write(startYear)
  return `${startYear === null ? '…' : write(startYear)}–${endYear === null ? '…' : write(endYear)}`
}

/** The first year that a map may be from, or null. */
export const firstYear = ({ year, period, date }: MapSummary['years']): number | null =>
  date?.from ?? year ?? period.startYear ?? period.endYear

/** From how many points an overlay was made, and how exactly it lies where that is known. */
export function placementText(
  { points, errorMetres }: NonNullable<MapSummary['placement']>,
  t: TFunction<['maps', 'common']>,
  language: string,
): string {
  const count = t('found.points', { count: points })
  return errorMetres === null ? count : `${count} · ± ${formatLength(errorMetres, language)}`
}

export type MapState =
  | 'processing'
  | 'failed'
  | 'awaitingApproval'
  | 'inProgress'
  | 'transformed'
  | 'untransformed'

/** The one word for where a map stands; `now` is the server's time in milliseconds. */
export function mapState(
  map: Pick<MapSummary, 'processing' | 'assigned' | 'isTransformed'>,
  now: number,
): MapState {
  if (map.processing.state === 'failed') return 'failed'
  if (map.processing.state !== 'ready') return 'processing'
  if (map.assigned?.isDone) return 'awaitingApproval'
  if (map.assigned && Date.parse(map.assigned.expireAt) > now) return 'inProgress'
  return map.isTransformed ? 'transformed' : 'untransformed'
}
