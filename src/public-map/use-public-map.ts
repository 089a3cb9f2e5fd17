import { useEffect, useState } from 'react'
import { accuracyByLink, mapByLink } from '../../contract/api/map-sharing.ts'
import { mapAccuracy, publicMap, type PlacementError, type PublicMap } from '../../contract/api/public-map.ts'
import { ApiError } from '../api/api-error.ts'
import { callApi } from '../api/call-api.ts'
import { useAskAgain } from './ask-again.ts'

/** How a map is opened: as a public one, or by its unlisted link. */
export interface MapAddress {
  /** The map's id, or the link's token. */
  readonly name: string
  readonly isLink: boolean
}

export type MapState =
  | { readonly status: 'loading' | 'missing' | 'failed' }
  | { readonly status: 'here'; readonly map: PublicMap }

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404

function askMap({ name, isLink }: MapAddress, signal: AbortSignal): Promise<PublicMap> {
  return isLink
    ? callApi(mapByLink, { params: { token: name } }, { signal })
    : callApi(publicMap, { params: { id: name } }, { signal })
}

/**
 * The map of an address. By a link it is asked for again while it is looked at: the link may end, and paths signed for it
 * do within the hour.
 *
 * @param isMissing it is known that there is none
 * @param attempt another number asks anew
 */
export function usePublicMap({ name, isLink }: MapAddress, isMissing: boolean, attempt: number): MapState {
  const [state, setState] = useState<MapState>({ status: isMissing ? 'missing' : 'loading' })
  useEffect(() => {
    if (isMissing) return undefined
    const abort = new AbortController()
    askMap({ name, isLink }, abort.signal).then(
      (map) => setState({ status: 'here', map }),
      (error: unknown) => {
        if (!abort.signal.aborted) setState({ status: isGone(error) ? 'missing' : 'failed' })
      },
    )
    return () => abort.abort()
  }, [name, isLink, isMissing, attempt])
  const renew = (known: PublicMap, signal: AbortSignal) =>
    askMap({ name, isLink }, signal).then(
      (map) => {
        if (JSON.stringify(map) !== JSON.stringify(known)) setState({ status: 'here', map })
      },
      (error: unknown) => {
        // A connection that is away takes nothing away.
        if (!signal.aborted && isGone(error)) setState({ status: 'missing' })
      },
    )
  const here = isLink && state.status === 'here' ? state.map : null
  useAskAgain(here && ((signal) => void renew(here, signal)))
  return state
}

/** `working` while it is being worked out, `unknown` where that failed; null: too few points to tell. */
export type Accuracy = 'working' | 'unknown' | PlacementError | null

/** How exactly the map of an address lies. */
export function useAccuracy({ name, isLink }: MapAddress): Accuracy {
  const [accuracy, setAccuracy] = useState<Accuracy>('working')
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const asked = isLink
      ? callApi(accuracyByLink, { params: { token: name } }, { signal })
      : callApi(mapAccuracy, { params: { id: name } }, { signal })
    asked.then(
      ({ typicalError }) => setAccuracy(typicalError),
      () => {
        if (!abort.signal.aborted) setAccuracy('unknown')
      },
    )
    return () => abort.abort()
  }, [name, isLink])
  return accuracy
}
