import type { TFunction } from 'i18next'
import { TIMELINE_FIRST_YEAR, TIMELINE_LAST_YEAR } from '../../../contract/api/find.ts'
import type { YearSpan } from '../../map-search/filters.ts'

type Texts = TFunction<'viewer'>

/** A year of a handle as it is said: the ends hold what lies beyond them. */
export function yearWords(t: Texts, year: number, side: 'year' | 'start' | 'end'): string {
  if (year <= TIMELINE_FIRST_YEAR && side !== 'end') return t('time.earlier', { year })
  if (year >= TIMELINE_LAST_YEAR && side !== 'start') return t('time.later', { year })
  return String(year)
}

/** What years are shown, in words. */
export function timeWords(t: Texts, time: YearSpan | undefined): string {
  const { from = null, to = null } = time ?? {}
  const write = (year: number) => String(year).replace('-', '−')
  if (from === null && to === null) return t('time.all')
  if (from === null) return t('time.earlier', { year: write(to ?? TIMELINE_LAST_YEAR) })
  if (to === null) return t('time.later', { year: write(from) })
  return from === to ? write(from) : `${write(from)}–${write(to)}`
}
