import type { MapSummary } from '../../../contract/api/map-record.ts'
import { audienceOf, MAP_AUDIENCES } from '../../../contract/api/map-sharing.ts'
import { firstYear, mapState, type MapState } from '../../map-record/map-facts.ts'

export const MAP_COLUMNS = ['title', 'year', 'state', 'audience', 'uploaded'] as const
export type MapColumn = (typeof MAP_COLUMNS)[number]

export interface MapOrder {
  readonly by: MapColumn
  readonly isDescending: boolean
}

/** As the list comes from the server. */
export const NEWEST_FIRST: MapOrder = { by: 'uploaded', isDescending: true }

/** What asks for something to be done comes first. */
const STATES: readonly MapState[] = [
  'failed',
  'awaitingApproval',
  'untransformed',
  'inProgress',
  'processing',
  'transformed',
]

/** What a press on a column's head asks for: its own order, and the opposite one where it is sorted by already. */
export function nextOrder(last: MapOrder, by: MapColumn): MapOrder {
  return { by, isDescending: last.by === by ? !last.isDescending : by === NEWEST_FIRST.by }
}

/**
 * Maps in the order of a column. Those without a year come last either way, and maps that are alike in the column stay
 * in the order they came in.
 *
 * @param now the server's time in milliseconds
 */
export function sortMaps(
  maps: readonly MapSummary[],
  { by, isDescending }: MapOrder,
  language: string,
  now: number,
): readonly MapSummary[] {
  const sign = isDescending ? -1 : 1
  if (by === 'title') {
    const { compare } = new Intl.Collator(language, { numeric: true })
    return maps.toSorted((a, b) => sign * compare(a.titles.title, b.titles.title))
  }
  const keyOf = {
    year: ({ years }: MapSummary) => firstYear(years),
    state: (map: MapSummary) => STATES.indexOf(mapState(map, now)),
    audience: (map: MapSummary) => MAP_AUDIENCES.indexOf(audienceOf(map)),
    uploaded: (map: MapSummary) => Date.parse(map.uploadDate),
  }[by]
  return maps
    .map((map) => ({ map, key: keyOf(map) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * (a.key - b.key)
    })
    .map(({ map }) => map)
}
