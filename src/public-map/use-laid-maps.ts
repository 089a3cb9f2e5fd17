import { useEffect, useState } from 'react'
import { type PublicMap, publicMap } from '../../contract/api/public-map.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import type { ExploredMap } from './explore-view.ts'

/** `hidden`: it is private, or there is none. */
export type LaidRecord = PublicMap | 'hidden' | 'failed'

interface LaidMaps {
  /** What has come of the maps of a view, by their ids. */
  readonly records: ReadonlyMap<string, LaidRecord>
  /** Asks again for those that could not be fetched. */
  readonly retry: () => void
}

/** A malformed id is that of no map. */
const isHidden = (error: unknown) => error instanceof ApiError && [400, 404].includes(error.status ?? 0)

/** The public records of the maps of a view. */
export function useLaidMaps(maps: readonly ExploredMap[]): LaidMaps {
  const [records, setRecords] = useState<ReadonlyMap<string, LaidRecord>>(new Map())
  const [attempt, setAttempt] = useState(0)
  const key = maps.map(({ id }) => id).join()
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    for (const id of key.split(',').filter(Boolean)) {
      const set = (record: LaidRecord) => {
        if (!signal.aborted) setRecords((last) => new Map(last).set(id, record))
      }
      callApi(publicMap, { params: { id } }, { signal }).then(set, (error: unknown) =>
        set(isHidden(error) ? 'hidden' : 'failed'),
      )
    }
    return () => abort.abort()
  }, [key, attempt])
  return {
    records,
    retry: () => {
      setRecords((last) => new Map([...last].filter(([, record]) => record !== 'failed')))
      setAttempt(attempt + 1)
    },
  }
}
