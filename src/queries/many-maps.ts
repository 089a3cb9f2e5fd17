import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queryKeys } from './query-keys.ts'

/** How many maps are changed at once. */
const AT_ONCE = 3

/** Takes a change of one map back. */
export type TakeBack = () => Promise<unknown>

export interface ManyOutcome {
  /** Ids of the maps that were changed, each with its way back. */
  readonly changed: ReadonlyMap<string, TakeBack>
  /** Ids of the maps that were so already. */
  readonly unchanged: ReadonlySet<string>
  /** What was refused, by the map's id. */
  readonly failed: ReadonlyMap<string, unknown>
  /** How many were not tried, as it was stopped or the page was left. */
  readonly untried: number
  /** Takes the changes back together; absent: each by its own way. */
  readonly takeBackAll?: TakeBack
}

export interface ManyProgress {
  readonly done: number
  readonly total: number
  /** It is done map by map. */
  readonly canStop: boolean
}

/** Changes many maps, a few at a time: what fails for one does not keep the others from it. */
export function useManyMaps() {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<ManyProgress | null>(null)
  const stopper = useRef<AbortController | null>(null)
  useEffect(() => () => stopper.current?.abort(), [])

  const changeAll = async (
    ids: readonly string[],
    change: (id: string) => Promise<TakeBack | null>,
  ): Promise<ManyOutcome> => {
    const { signal } = (stopper.current = new AbortController())
    const changed = new Map<string, TakeBack>()
    const unchanged = new Set<string>()
    const failed = new Map<string, unknown>()
    const left = [...ids]
    const tried = () => changed.size + unchanged.size + failed.size
    const tell = () => setProgress({ done: tried(), total: ids.length, canStop: true })
    const turn = async () => {
      for (let id = left.shift(); id !== undefined && !signal.aborted; id = left.shift()) {
        try {
          const back = await change(id)
          if (back) changed.set(id, back)
          else unchanged.add(id)
        } catch (error) {
          failed.set(id, error)
        }
        tell()
      }
    }
    tell()
    await Promise.all(Array.from({ length: AT_ONCE }, turn))
    setProgress(null)
    await refreshMany(queries, ids)
    return { changed, unchanged, failed, untried: ids.length - tried() }
  }
  /** Changes many maps by one request, which the server finishes whoever leaves the page. */
  const changeTogether = async (
    ids: readonly string[],
    change: (ids: readonly string[]) => Promise<ManyOutcome>,
  ): Promise<ManyOutcome> => {
    setProgress({ done: 0, total: ids.length, canStop: false })
    try {
      return await change(ids)
    } catch (error) {
      const failed = new Map(ids.map((id) => [id, error]))
      return { changed: new Map(), unchanged: new Set(), failed, untried: 0 }
    } finally {
      setProgress(null)
      await refreshMany(queries, ids)
    }
  }
  /** Takes all of an outcome back. @returns what was refused, by the map's id */
  const takeBack = async ({ changed, takeBackAll }: ManyOutcome): Promise<ReadonlyMap<string, unknown>> => {
    if (takeBackAll) {
      const { failed } = await changeTogether([...changed.keys()], async () => {
        await takeBackAll()
        return { changed: new Map(), unchanged: new Set(), failed: new Map(), untried: 0 }
      })
      return failed
    }
    const { failed } = await changeAll([...changed.keys()], async (id) => {
      const back = changed.get(id)
      await back?.()
      return null
    })
    return failed
  }
  return { progress, changeAll, changeTogether, takeBack, stop: () => stopper.current?.abort() }
}

async function refreshMany(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const keys = [queryKeys.maps, queryKeys.catalogs, queryKeys.counts, ...ids.map(queryKeys.record)]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
