import { useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { pointProposals } from '../../../../contract/api/lettering.ts'
import { pointSearches } from '../../../../contract/api/point-searches.ts'
import { callApi } from '../../../api/call-api.ts'
import { metresPerPixelAt } from '../../../geometry/mercator.ts'
import { useLettering, useReading } from '../../../queries/reading-queries.ts'
import { committedDocumentAtom } from '../../model/document-atoms.ts'
import {
  mayBeginReadingAtom,
  proposingAtom,
  unfittedSidesAtom,
  wantsFoundPointsAtom,
} from '../../model/propose/propose-atoms.ts'
import { proposalsOf } from '../../model/propose/proposals.ts'
import { type Near, regionOf } from '../../model/propose/region.ts'
import { scanSizeAtom } from '../../model/scan-size.ts'
import { panesAtom } from '../../model/tool-atoms.ts'
import { paneSize } from '../../tools/use-start-lay.ts'

type Store = ReturnType<typeof useStore>

/** Reads the names where they have not been read, then asks which points they propose: near the view, else in the world. */
export function useProposing(mapId: string) {
  const store = useStore()
  const lettering = useLettering(mapId)
  const { begin, stop } = useReading(mapId)
  const proposing = useAtomValue(proposingAtom)
  const running = useRef<AbortController | null>(null)
  const { data } = lettering
  const isUnderWay = data?.state === 'waiting' || data?.state === 'reading'
  const hasWords = data !== undefined && !isUnderWay && (data.state === 'done' || data.readAt !== null)

  /** What was found in the background, the first time where that is wanted. */
  const foundBefore = async (signal: AbortSignal) => {
    if (!store.get(wantsFoundPointsAtom)) return null
    const { found } = await callApi(pointSearches, { query: { mapId } }, { signal })
    store.set(wantsFoundPointsAtom, false)
    return found[0] ? { points: found[0].points, reason: 'found' as const } : null
  }
  const compare = (near: Near | null, signal: AbortSignal) =>
    callApi(pointProposals, { params: { id: mapId }, body: near ? { near } : {} }, { signal })
  const ask = async (near: Near | null) => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    store.set(proposingAtom, { phase: 'asking', near })
    try {
      const { points, reason } = (await foundBefore(signal)) ?? (await compare(near, signal))
      if (signal.aborted) return
      const first = store.get(committedDocumentAtom).points[0]?.map[0] ?? null
      const proposals = proposalsOf(points, store.get(scanSizeAtom), first)
      store.set(proposingAtom, { phase: 'answered', near, reason, proposals })
      store.set(unfittedSidesAtom, ['scan', 'map'])
    } catch (error) {
      if (!signal.aborted) store.set(proposingAtom, { phase: 'failed', near, error })
    }
  }
  const read = () => {
    running.current?.abort()
    // Until the server has begun, words may be known that are not asked again.
    begin.mutate(undefined, { onSuccess: () => store.set(proposingAtom, { phase: 'idle' }) })
  }

  const goOn = useEffectEvent(() => {
    if (!data) return
    const mayBegin = store.get(mayBeginReadingAtom)
    store.set(mayBeginReadingAtom, false)
    if (hasWords && proposing.phase === 'idle')
      void ask(store.get(wantsFoundPointsAtom) ? null : regionInView(store))
    else if (mayBegin && data.state === 'none' && !hasWords) begin.mutate()
  })
  const state = data?.state
  useEffect(() => goOn(), [state, hasWords, proposing.phase])

  useEffect(
    () => () => {
      running.current?.abort()
      // It is asked again when the panel comes back.
      if (store.get(proposingAtom).phase === 'asking') store.set(proposingAtom, { phase: 'idle' })
    },
    [store],
  )
  return { lettering, isUnderWay, hasWords, proposing, begin, stop, read, ask }
}

/** The region that the view of the modern map names; null: the whole world. */
export function regionInView(store: Store): Near | null {
  const map = store.get(panesAtom).map.current
  map?.settle()
  const camera = map?.camera()
  // On a phone one of the panes is a peek, and the map is looked at in the size of the other.
  const size = [paneSize('map'), paneSize('scan')].reduce((a, b) =>
    (b?.width ?? 0) > (a?.width ?? 0) ? b : a,
  )
  if (!camera || !size) return null
  const metres = metresPerPixelAt(camera.zoom)
  const [x, y] = camera.centre
  const [halfWidth, halfHeight] = [(size.width * metres) / 2, (size.height * metres) / 2]
  return regionOf({ minX: x - halfWidth, minY: y - halfHeight, maxX: x + halfWidth, maxY: y + halfHeight })
}
