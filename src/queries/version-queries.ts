import { useQuery } from '@tanstack/react-query'
import { mapVersion, mapVersions } from '../../contract/api/transform.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

const versionsKey = (id: string) => [...queryKeys.record(id), 'versions'] as const

/** The overlays of a map of the user's own, newest first. */
export function useMapVersions(id: string) {
  return useQuery({
    queryKey: versionsKey(id),
    queryFn: async ({ signal }) => (await callApi(mapVersions, { params: { id } }, { signal })).versions,
  })
}

/** One overlay with its points; null: none is wanted. */
export function useMapVersion(id: string, n: number | null) {
  return useQuery({
    queryKey: [...versionsKey(id), n],
    queryFn: ({ signal }) => callApi(mapVersion, { params: { id, n: n ?? 0 } }, { signal }),
    enabled: n !== null,
  })
}
