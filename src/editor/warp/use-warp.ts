import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect } from 'react'
import type { ScanPyramid } from '../../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../../workers/warp/warp-client.ts'
import { isStagingAtom } from '../model/document-atoms.ts'
import { fittedPointsAtom, sessionAtom, settledFitAtom, warpAtom } from '../model/warp-atoms.ts'
import { fittedIds, warpRequest } from '../../warp/warp-request.ts'

/**
 * The one side effect of the document: keeps a warp session open, tells it every change of the points, and hands its
 * answers to the atoms.
 */
export function useWarp({ width, height, tileSize, levelCount }: ScanPyramid): void {
  const store = useStore()
  const session = useAtomValue(sessionAtom)
  const setSession = useSetAtom(sessionAtom)
  const { points, type, projection, isCarried } = useAtomValue(fittedPointsAtom)
  // A sheet that is carried moves as a whole: a mesh that keeps its leaves would lag behind.
  const isDragging = useAtomValue(isStagingAtom) && !isCarried

  useEffect(() => {
    const opened = openWarpSession()
    setSession(opened)
    const stop = opened.subscribe(() => {
      const snapshot = opened.snapshot()
      store.set(warpAtom, snapshot)
      // A fit that comes while a newer request waits belongs to points that are no longer shown.
      if (snapshot.busy) return
      const fitted = store.get(fittedPointsAtom)
      const ids = fittedIds(fitted.points)
      const { fit } = snapshot
      const isOfPoints = fit && !fitted.isCarried && fit.pointCount === ids.length
      store.set(settledFitAtom, isOfPoints ? { fit, ids } : null)
    })
    return () => {
      stop()
      setSession(null)
      opened.close()
    }
  }, [store, setSession])

  useEffect(() => {
    session?.setRequest(
      warpRequest(points, { type, projection }, { width, height, tileSize, levelCount }, isDragging),
    )
  }, [session, points, type, projection, isDragging, width, height, tileSize, levelCount])
}
