import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallInput } from '../../contract/api/define-call.ts'
import { findMaps, mapYears, type FoundMap, type FoundMaps } from '../../contract/api/find.ts'
import { callApi } from '../api/call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Which maps of which list are meant. */
export type YearsRequest = NonNullable<CallInput<typeof mapYears>['query']>
/** The same, with years, view and order. */
export type FindRequest = Omit<NonNullable<CallInput<typeof findMaps>['query']>, 'cursor' | 'limit'>

/** Maps of a page: several screens of rows. */
const PAGE_SIZE = '60'

/** How many maps there are by year; the last answer stays until the next has come. */
export function useMapYears(request: YearsRequest, isWanted: boolean) {
  return useQuery({
    queryKey: [...queryKeys.maps, 'years', request],
    queryFn: ({ signal }) => callApi(mapYears, { query: request }, { signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
}

/** What is known of a list: the maps of the pages that came, one after the other, and how many there are. */
export interface FoundList {
  readonly maps: readonly FoundMap[]
  readonly total: number
  /** Of them in the view that was asked with; undefined without one. */
  readonly inView: number | undefined
  /** What was looked for was found nowhere: these have words that resemble it. */
  readonly isNear: boolean
}

const listOf = ({ pages }: InfiniteData<FoundMaps>): FoundList => ({
  maps: pages.flatMap(({ items }) => items),
  total: pages[0]?.total ?? 0,
  inView: pages[0]?.inView,
  isNear: pages[0]?.isNear ?? false,
})

/** The title of a map as a list that has come tells it; null where none names it. */
export function useFoundTitle(): (id: string) => string | null {
  const queries = useQueryClient()
  return useCallback(
    (id) => {
      const lists = queries.getQueriesData<InfiniteData<FoundMaps>>({ queryKey: queryKeys.foundMaps })
      for (const [, list] of lists)
        for (const { items } of list?.pages ?? []) {
          const found = items.find((map) => map.id === id)
          if (found && 'titles' in found) return found.titles.title
        }
      return null
    },
    [queries],
  )
}

/**
 * The maps of a list, a page at a time. While another order or view of the same list is on its way the last answer
 * stays; another list, or other filters, begin anew.
 */
export function useFoundMaps(request: FindRequest) {
  const { view: _view, sort: _sort, ...filters } = request
  const filtersKey = JSON.stringify(filters)
  return useInfiniteQuery({
    queryKey: [...queryKeys.foundMaps, request.list, filtersKey, request],
    queryFn: ({ signal, pageParam }) =>
      callApi(
        findMaps,
        { query: { ...request, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: listOf,
    // It may be hundreds of pages: asked anew as a whole only where something of it has changed.
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (last, query) => (query?.queryKey[3] === filtersKey ? last : undefined),
  })
}

/**
 * How many maps of a list are in a view, where the list itself was asked with another; the last answer stays until the
 * next has come, unless it is another list's.
 * @param list - The same without the view.
 */
export function useCountInView(list: YearsRequest, request: FindRequest, isWanted: boolean) {
  const listKey = JSON.stringify(list)
  return useQuery({
    queryKey: [...queryKeys.maps, 'in-view', listKey, request],
    queryFn: async ({ signal }) => {
      const reply = await callApi(findMaps, { query: { ...request, limit: '1' } }, { signal })
      return reply.inView
    },
    enabled: isWanted,
    placeholderData: (last, query) => (query?.queryKey.at(-2) === listKey ? last : undefined),
  })
}

/** Changes follow one another while a map is made; what is not kept here is asked for after the last, in milliseconds. */
const CHANGES_PAUSE_MS = 1_000

/**
 * A number that is another one after maps have changed: what draws maps and is not kept among the answers, such as
 * tiles, is asked for anew with it.
 */
export function useMapChanges(): number {
  const { data } = useQuery({
    queryKey: [...queryKeys.maps, 'changes'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve) => {
        const timer = setTimeout(() => resolve(Date.now()), CHANGES_PAUSE_MS)
        signal.addEventListener('abort', () => clearTimeout(timer))
      }),
    initialData: 0,
    staleTime: Infinity,
  })
  return data
}

/** Takes a map out of the lists of favourites that are kept, once nobody sees it go, and looks at the others anew. */
export function useForgetFavorite() {
  const queries = useQueryClient()
  return useCallback(
    (id: string) => {
      const isFavorites = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
        queryKey[2] === 'favorite'
      queries.setQueriesData<InfiniteData<FoundMaps>>(
        { queryKey: queryKeys.foundMaps, predicate: isFavorites },
        (kept) =>
          kept && {
            ...kept,
            pages: kept.pages.map((page) => ({
              ...page,
              items: page.items.filter((map) => map.id !== id),
              total: page.total - 1,
              ...(page.inView !== undefined && { inView: Math.min(page.inView, page.total - 1) }),
            })),
          },
      )
      void queries.invalidateQueries({ queryKey: queryKeys.foundMaps, predicate: isFavorites })
      void queries.invalidateQueries({ queryKey: [...queryKeys.maps, 'years'] })
    },
    [queries],
  )
}
