import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findOwnMaps, type SearchField } from '../../contract/api/find-own.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/**
 * Which of one's own maps a text finds, by their ids; without a text nothing is asked. The last answer stays until the next
 * has come.
 */
export function useOwnMapsFound({
  q = '',
  field,
}: {
  q?: string | undefined
  field?: SearchField | undefined
}) {
  return useQuery({
    queryKey: [...queryKeys.maps, 'own', q, field],
    queryFn: ({ signal }) => callApi(findOwnMaps, { query: { q, ...(field && { field }) } }, { signal }),
    enabled: q !== '',
    placeholderData: q === '' ? undefined : keepPreviousData,
  })
}
