import { useEffect, useRef, useState } from 'react'
import { type ExploredMaps, exploreMaps } from '../../contract/api/explore.ts'
import type { LinkedMap } from '../../contract/api/linked-catalog.ts'
import { callApi } from '../api/call-api.ts'
import type { MapBox } from '../geometry/camera.ts'
import type { ExploreFilters } from './explore-view.ts'

type Pages = readonly [ExploredMaps, ...ExploredMaps[]]

/** The public maps that match, as far as they have come. */
export interface PublicList {
  /** `waiting`: others are on their way, and those of before are shown until then. */
  readonly status: 'waiting' | 'failed' | 'here'
  /** Null: nothing has come yet. */
  readonly first: ExploredMaps | null
  readonly maps: readonly LinkedMap[]
  /** Of the maps that came last on another page. */
  readonly firstNewId: string | null
  /** Null: there are no more. */
  readonly more: { readonly isWaiting: boolean; readonly ask: () => void } | null
  readonly retry: () => void
}

function askPage(
  asked: string,
  language: string,
  signal: AbortSignal,
  cursor?: string,
): Promise<ExploredMaps> {
  const { q, from, to, view } = JSON.parse(asked) as ExploreFilters & { readonly view: MapBox | null }
  const query = {
    'accept-language': language,
    ...(q !== '' && { q }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(view && { view: [view.minX, view.minY, view.maxX, view.maxY].map(Math.round).join(',') }),
    ...(cursor !== undefined && { cursor }),
  }
  return callApi(exploreMaps, { query }, { signal })
}

/**
 * The public maps that match, page by page; asked for again when the connection is back after it has failed.
 *
 * @param filters null: what else is asked for is not known yet
 * @param view those that lie there come first; null: all alike
 * @param language of the places that the words may mean
 */
export function usePublicList(
  filters: ExploreFilters | null,
  view: MapBox | null,
  language: string,
): PublicList {
  const asked = filters && JSON.stringify({ ...filters, view })
  const [attempt, setAttempt] = useState(0)
  const [pages, setPages] = useState<Pages | null>(null)
  /** What the pages that are here were asked for by. */
  const [answered, setAnswered] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [firstNewId, setFirstNewId] = useState<string | null>(null)
  const [isMoreAsked, setMoreAsked] = useState(false)
  const following = useRef<AbortController | null>(null)
  useEffect(() => {
    if (asked === null) return undefined
    const abort = new AbortController()
    following.current?.abort()
    askPage(asked, language, abort.signal).then(
      (page) => {
        setPages([page])
        setAnswered(asked)
        setFailed(null)
        setFirstNewId(null)
        setMoreAsked(false)
      },
      () => {
        if (!abort.signal.aborted) setFailed(asked)
      },
    )
    return () => abort.abort()
  }, [asked, language, attempt])
  const hasFailed = asked !== null && failed === asked
  useEffect(() => {
    if (!hasFailed) return undefined
    const again = () => setAttempt((last) => last + 1)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [hasFailed])

  const isHere = asked !== null && answered === asked
  const cursor = isHere ? (pages?.at(-1)?.next ?? null) : null
  const askMore = (known: Pages, after: string) => {
    if (isMoreAsked || asked === null) return
    setMoreAsked(true)
    const { signal } = (following.current = new AbortController())
    askPage(asked, language, signal, after).then(
      (page) => {
        setPages([...known, page])
        setFirstNewId(page.items[0]?.id ?? null)
        setMoreAsked(false)
      },
      () => {
        if (signal.aborted) return
        setMoreAsked(false)
        setFailed(asked)
      },
    )
  }
  const all = pages?.flatMap(({ items }) => items) ?? []
  return {
    status: hasFailed ? 'failed' : isHere ? 'here' : 'waiting',
    first: pages?.[0] ?? null,
    // Maps that are published in between move others to the next page.
    maps: [...new Map(all.map((map) => [map.id, map])).values()],
    firstNewId,
    more: pages && cursor !== null ? { isWaiting: isMoreAsked, ask: () => askMore(pages, cursor) } : null,
    retry: () => {
      // What has come stays: only what is missing is asked for again.
      setFailed(null)
      if (pages && cursor !== null) askMore(pages, cursor)
      else setAttempt(attempt + 1)
    },
  }
}
