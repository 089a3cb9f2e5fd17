import type { MapSummary } from '../../contract/api/map-record.ts'
import { foldedText } from '../ui/folded-text.ts'
import { firstYear } from './map-facts.ts'

/** What a map is sorted by; null: it has none. */
export const ORDER_KEYS = {
  sheet: ({ sheetNumber }: MapSummary) => sheetNumber?.trim() || null,
  title: ({ titles }: MapSummary) => titles.title,
  year: ({ years }: MapSummary) => firstYear(years),
}

/**
 * Things in the order of their keys: numbers by their value, in texts too (sheet 2 before 10). What is alike stays as it
 * stood, and what has no key comes last.
 */
export function sortedBy<Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string | number | null,
  language: string,
): Thing[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  return things
    .map((thing) => ({ thing, key: keyOf(thing) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      if (typeof a.key === 'number' && typeof b.key === 'number') return a.key - b.key
      return compare(String(a.key), String(b.key))
    })
    .map(({ thing }) => thing)
}

/** A test for maps that have every word of a text somewhere in their record; without words all have. */
export function hasWordsOf(text: string): (map: MapSummary) => boolean {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  return (map) => {
    if (words.length === 0) return true
    const searched = foldedText(searchedText(map))
    return words.every((word) => searched.includes(word))
  }
}

const searchedText = ({ titles, sheetNumber, years, creator, publisher, shelfmark }: MapSummary): string =>
  [
    titles.title,
    titles.modernTitle,
    titles.alternativeTitle,
    sheetNumber,
    years.date?.text,
    years.year,
    years.period.startYear,
    years.period.endYear,
    creator,
    publisher,
    shelfmark,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
