import { useEffect, useState } from 'react'
import { mapAccuracy, publicMap, type PlacementError, type PublicMap } from '../../contract/api/public-map.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'

export type MapState =
  { readonly status: 'loading' | 'missing' | 'failed' } | { readonly status: 'here'; readonly map: PublicMap }

/** The map of an address. @param isMissing it is known that there is none @param attempt another number asks anew */
export function usePublicMap(id: string, isMissing: boolean, attempt: number): MapState {
  const [state, setState] = useState<MapState>({ status: isMissing ? 'missing' : 'loading' })
  useEffect(() => {
    if (isMissing) return undefined
    const abort = new AbortController()
    callApi(publicMap, { params: { id } }, { signal: abort.signal }).then(
      (map) => setState({ status: 'here', map }),
      (error: unknown) => {
        if (abort.signal.aborted) return
        const isGone = error instanceof ApiError && error.status === 404
        setState({ status: isGone ? 'missing' : 'failed' })
      },
    )
    return () => abort.abort()
  }, [id, isMissing, attempt])
  return state
}

/** `working` while it is being worked out, `unknown` where that failed; null: too few points to tell. */
export type Accuracy = 'working' | 'unknown' | PlacementError | null

/** How exactly the map of an address lies. */
export function useAccuracy(id: string): Accuracy {
  const [accuracy, setAccuracy] = useState<Accuracy>('working')
  useEffect(() => {
    const abort = new AbortController()
    callApi(mapAccuracy, { params: { id } }, { signal: abort.signal }).then(
      ({ typicalError }) => setAccuracy(typicalError),
      () => {
        if (!abort.signal.aborted) setAccuracy('unknown')
      },
    )
    return () => abort.abort()
  }, [id])
  return accuracy
}
