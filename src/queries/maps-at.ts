import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findMaps } from '../../contract/api/find.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Nobody looks through more. */
const MOST_MAPS = '20'
/** Places as near as this are one: who walks does not ask at each step. EPSG:3857 metres. */
const CELL_METRES = 100

/** The public maps that cover a place, EPSG:3857 metres, those that are mostly about it first; null: not asked. */
export function useMapsAt(place: readonly [x: number, y: number] | null) {
  const cell = place?.map((metres) => Math.round(metres / CELL_METRES) * CELL_METRES)
  const [x = 0, y = 0] = cell ?? []
  const half = CELL_METRES / 2
  const box = [x - half, y - half, x + half, y + half].join(',')
  return useQuery({
    queryKey: [...queryKeys.maps, 'at', box],
    queryFn: async ({ signal }) => {
      const query = { list: 'public', box, view: box, limit: MOST_MAPS } as const
      const { items } = await callApi(findMaps, { query }, { signal })
      return items.filter((map): map is MapSummary => 'titles' in map)
    },
    enabled: cell !== undefined,
    placeholderData: keepPreviousData,
  })
}
