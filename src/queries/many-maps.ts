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
}

export interface ManyProgress {
  readonly done: number
  readonly total: number
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
    const tell = () => setProgress({ done: changed.size + unchanged.size + failed.size, total: ids.length })
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
    return { changed, unchanged, failed }
  }
  /** Takes all of an outcome back. @returns what was refused, by the map's id */
  const takeBack = async ({ changed }: ManyOutcome): Promise<ReadonlyMap<string, unknown>> => {
    const { failed } = await changeAll([...changed.keys()], async (id) => {
      const back = changed.get(id)
      await back?.()
      return null
    })
    return failed
  }
  return { progress, changeAll, takeBack, stop: () => stopper.current?.abort() }
}

async function refreshMany(queries: QueryClient, ids: readonly string[]): Promise<void> {
  const keys = [queryKeys.maps, queryKeys.catalogs, queryKeys.counts, ...ids.map(queryKeys.record)]
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
