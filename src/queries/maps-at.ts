import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findMaps } from '../../contract/api/find.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Nobody looks through more. */
const MOST_MAPS = '20'
/** Places as near as this are one: who walks does not ask at each step. EPSG:3857 metres. */
const CELL_METRES = 100

/** What is asked for a place of the map, EPSG:3857 metres, as a filter of lists; the same for places close by. */
export function boxAt(place: readonly [x: number, y: number]): string {
  const [x = 0, y = 0] = place.map((metres) => Math.round(metres / CELL_METRES) * CELL_METRES)
  const half = CELL_METRES / 2
  return [x - half, y - half, x + half, y + half].join(',')
}

/** The public maps that cover a place, EPSG:3857 metres, those that are mostly about it first; null: not asked. */
export function useMapsAt(place: readonly [x: number, y: number] | null) {
  const box = place && boxAt(place)
  return useQuery({
    queryKey: [...queryKeys.maps, 'at', box],
    queryFn: async ({ signal }) => {
      const here = box ?? undefined
      const query = { list: 'public', box: here, view: here, limit: MOST_MAPS } as const
      const { items } = await callApi(findMaps, { query }, { signal })
      return items.filter((map): map is MapSummary => 'titles' in map)
    },
    enabled: box !== null,
    placeholderData: keepPreviousData,
  })
}
