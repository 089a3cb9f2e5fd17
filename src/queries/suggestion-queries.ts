import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findSuggestions } from '../../contract/api/find.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Shorter texts mean anything. */
const LETTERS_MIN = 2

/** Maps, people and places that a text may mean; the last answer stays until the next has come. */
export function useSuggestions(text: string, language: string, isWanted: boolean) {
  const q = text.trim()
  return useQuery({
    queryKey: [...queryKeys.maps, 'suggestions', q, language],
    queryFn: ({ signal }) =>
      callApi(findSuggestions, { query: { q, 'accept-language': language } }, { signal }),
    enabled: isWanted && q.length >= LETTERS_MIN,
    placeholderData: keepPreviousData,
  })
}
