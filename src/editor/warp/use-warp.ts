import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import type { ScanPyramid } from '../../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../../workers/warp/warp-client.ts'
import { controlPointsAtom, documentAtom, isStagingAtom } from '../state/document-atoms.ts'
import { sessionAtom, settledFitAtom, warpAtom } from './warp-atoms.ts'
import { fittedIds, warpRequest } from '../../warp/warp-request.ts'

/**
 * The one side effect of the document: keeps a warp session open, tells it every change of the points, and hands its
 * answers to the atoms.
 */
export function useWarp({ width, height, tileSize, levelCount }: ScanPyramid): void {
  const store = useStore()
  const session = useAtomValue(sessionAtom)
  const setSession = useSetAtom(sessionAtom)
  const { points, transformationType } = useAtomValue(documentAtom)
  const isDragging = useAtomValue(isStagingAtom)

  useEffect(() => {
    const opened = openWarpSession()
    setSession(opened)
    const stop = opened.subscribe(() => {
      const snapshot = opened.snapshot()
      store.set(warpAtom, snapshot)
      // A fit that comes while a newer request waits belongs to points that are no longer shown.
      if (snapshot.busy) return
      const ids = fittedIds(store.get(controlPointsAtom))
      const { fit } = snapshot
      store.set(settledFitAtom, fit && fit.pointCount === ids.length ? { fit, ids } : null)
    })
    return () => {
      stop()
      setSession(null)
      opened.close()
    }
  }, [store, setSession])

  useEffect(() => {
    session?.setRequest(
      warpRequest(points, transformationType, { width, height, tileSize, levelCount }, isDragging),
    )
  }, [session, points, transformationType, isDragging, width, height, tileSize, levelCount])
}
