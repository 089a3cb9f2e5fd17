import { useEffect, useRef, useState } from 'react'
import { linkedCatalog, type LinkedCatalog, type LinkedMap } from '../../contract/api/linked-catalog.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { useAskAgain } from './ask-again.ts'

type Pages = readonly [LinkedCatalog, ...LinkedCatalog[]]
type State =
  | { readonly status: 'loading' | 'missing' | 'ended' | 'failed' }
  /** `renewals`: how often it has come anew, changed. */
  | { readonly status: 'here'; readonly pages: Pages; readonly renewals: number }

/** How the next page of maps is asked for. */
export interface More {
  readonly status: 'resting' | 'loading' | 'failed'
  /** Null: there are no more. */
  readonly ask: (() => void) | null
  /** Of those that came last. */
  readonly firstNewId: string | null
}

interface LinkedState {
  /** `ended`: the link has led here until a moment ago. */
  readonly status: State['status']
  /** Null: it is not here. */
  readonly catalog: LinkedCatalog | null
  /** Its maps that have come. */
  readonly maps: readonly LinkedMap[]
  readonly more: More
  readonly renewals: number
  readonly retry: () => void
}

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

/** As many pages as there are, at most `most`. */
async function askPages(token: string, most: number, signal: AbortSignal): Promise<Pages> {
  const first = await callApi(linkedCatalog, { params: { token } }, { signal })
  const following: LinkedCatalog[] = []
  for (let { nextCursor: cursor } = first; cursor !== null && following.length < most - 1;) {
    const page = await callApi(linkedCatalog, { params: { token }, query: { cursor } }, { signal })
    following.push(page)
    cursor = page.nextCursor
  }
  return [first, ...following]
}

/**
 * A catalog by its unlisted link, page by page, and as it is by now while it is looked at.
 *
 * @param isMissing the server has said so already
 */
export function useLinkedCatalog(token: string, isMissing: boolean): LinkedState {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>({ status: isMissing ? 'missing' : 'loading' })
  const [more, setMore] = useState<Pick<More, 'status' | 'firstNewId'>>({
    status: 'resting',
    firstNewId: null,
  })
  const asking = useRef<AbortController | null>(null)
  useEffect(() => () => asking.current?.abort(), [])
  useEffect(() => {
    if (isMissing) return undefined
    const abort = new AbortController()
    askPages(token, 1, abort.signal).then(
      (pages) => setState({ status: 'here', pages, renewals: 0 }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ status: isGone(error) ? 'missing' : 'failed' })
      },
    )
    return () => abort.abort()
  }, [token, isMissing, attempt])

  const isHere = state.status === 'here'
  const pages = isHere ? state.pages : null
  const renew = async (known: Pages, signal: AbortSignal) => {
    try {
      const now = await askPages(token, known.length, signal)
      if (JSON.stringify(now) === JSON.stringify(known)) return
      // What has been asked for in between stands as it is.
      setState((last) =>
        last.status === 'here' && last.pages === known
          ? { status: 'here', pages: now, renewals: last.renewals + 1 }
          : last,
      )
    } catch (error) {
      // A lost connection removes nothing.
      if (!signal.aborted && isGone(error)) setState({ status: 'ended' })
    }
  }
  useAskAgain(pages ? (signal) => void renew(pages, signal) : null)

  const cursor = pages?.at(-1)?.nextCursor ?? null
  const ask = async (known: Pages, after: string) => {
    if (more.status === 'loading') return
    setMore({ ...more, status: 'loading' })
    const { signal } = (asking.current = new AbortController())
    try {
      const next = await callApi(linkedCatalog, { params: { token }, query: { cursor: after } }, { signal })
      setState((last) =>
        last.status === 'here'
          ? { ...last, pages: [...(last.pages.length < known.length ? last.pages : known), next] as Pages }
          : last,
      )
      setMore({ status: 'resting', firstNewId: next.maps[0]?.id ?? null })
    } catch {
      if (!signal.aborted) setMore({ ...more, status: 'failed' })
    }
  }
  const maps = pages?.flatMap((page) => page.maps) ?? []
  return {
    status: state.status,
    catalog: pages?.[0] ?? null,
    // Ordered anew in between, a map may come twice.
    maps: [...new Map(maps.map((map) => [map.id, map])).values()],
    more: { ...more, ask: pages && cursor !== null ? () => void ask(pages, cursor) : null },
    renewals: isHere ? state.renewals : 0,
    retry: () => setAttempt(attempt + 1),
  }
}
