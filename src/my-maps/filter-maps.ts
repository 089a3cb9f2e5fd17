import { foldedText } from '../ui/folded-text.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'

export const MAP_TABS = [
  'all',
  'public',
  'private',
  'transformed',
  'untransformed',
  'public-untransformed',
] as const
export type MapTab = (typeof MAP_TABS)[number]

export const SEARCH_CATEGORIES = ['ALL', 'TITLE', 'DESCRIPTION', 'CREATOR', 'SCALE', 'YEAR'] as const
export type SearchCategory = (typeof SEARCH_CATEGORIES)[number]

const IN_TAB: Record<MapTab, (map: MapSummary) => boolean> = {
  all: () => true,
  public: (map) => map.isPublic,
  private: (map) => !map.isPublic,
  transformed: (map) => map.isTransformed,
  untransformed: (map) => !map.isTransformed,
  'public-untransformed': (map) => map.isPublic && !map.isTransformed,
}

/** The texts of a map that a category looks at. */
function textsOf(map: MapSummary, category: SearchCategory): (string | null)[] {
  const { titles, years, scale } = map
  switch (category) {
    case 'TITLE':
      return [titles.title, titles.modernTitle, titles.alternativeTitle]
    case 'DESCRIPTION':
      return [map.description]
    case 'CREATOR':
      return [map.creator]
    case 'SCALE':
      return scale ? [`${scale.numerator}:${scale.denominator}`] : []
    case 'YEAR':
      return [years.year, years.period.startYear, years.period.endYear].map(
        (year) => year?.toString() ?? null,
      )
    case 'ALL':
      return [
        ...SEARCH_CATEGORIES.filter((other) => other !== 'ALL').flatMap((other) => textsOf(map, other)),
        map.publisher,
        map.sheetNumber,
      ]
  }
}

/** The maps that hold every word of the query in the texts of the category; a blank query is ignored. */
export function searchMaps(
  maps: readonly MapSummary[],
  query: string,
  category: SearchCategory,
): MapSummary[] {
  const words = foldedText(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...maps]
  return maps.filter((map) => {
    const text = foldedText(textsOf(map, category).filter(Boolean).join(' \u0001 '))
    // A scale may be typed as it is shown, with spaces between its digits.
    const packed = text.replace(/[\s\u202f]/g, '')
    return words.every((word) => text.includes(word)) || packed.includes(words.join(''))
  })
}

/** How many maps each tab holds. */
export function tabCounts(maps: readonly MapSummary[]): Record<MapTab, number> {
  const counts = MAP_TABS.map((tab) => [tab, maps.filter(IN_TAB[tab]).length])
  return Object.fromEntries(counts) as Record<MapTab, number>
}

export function mapsInTab(maps: readonly MapSummary[], tab: MapTab): MapSummary[] {
  return maps.filter(IN_TAB[tab])
}
