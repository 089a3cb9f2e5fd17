import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import { MEANINGFUL_POINTS } from '../../../contract/control-points.ts'
import { controlPointsAtom } from '../model/document-atoms.ts'
import { isVectorsAtom } from '../model/view-atoms.ts'
import { mapVectors, scanArrows } from '../model/error-arrows.ts'
import type { ErrorArrows } from '../model/error-arrows.ts'
import { errorArrowsAtom, sessionAtom, settledFitAtom } from '../model/warp-atoms.ts'

/** Keeps the leave-one-out errors as arrows for both panes. */
export function useErrorArrows(scan: { readonly width: number; readonly height: number }): void {
  const store = useStore()
  const session = useAtomValue(sessionAtom)
  const settled = useAtomValue(settledFitAtom)
  const setArrows = useSetAtom(errorArrowsAtom)
  const isShown = useAtomValue(isVectorsAtom)
  const { width, height } = scan
  const fit = isShown && settled && settled.fit.uniqueCount >= MEANINGFUL_POINTS ? settled.fit : null
  const onScan = useMemo(
    () => (fit ? scanArrows(fit.accuracy.leaveOneOut, { width, height }) : null),
    [fit, width, height],
  )
  const [onMap, setOnMap] = useState<{ readonly of: ErrorArrows; readonly arrows: ErrorArrows } | null>(null)

  useEffect(() => {
    if (!session || !onScan) return undefined
    const abort = new AbortController()
    // The points belong to the fit: they are read once, for a drag moves them before the next fit is there.
    const enabled = store.get(controlPointsAtom).filter((point) => point.enabled)
    const displaced = new Float64Array(
      enabled.flatMap(({ image }, i) => [
        image[0] + (onScan.vectors[2 * i] ?? 0),
        image[1] + (onScan.vectors[2 * i + 1] ?? 0),
      ]),
    )
    const given = new Float64Array(enabled.flatMap(({ map }) => [map[0], map[1]]))
    session.imageToMap(displaced, abort.signal).then(
      (places) => {
        if (places && !abort.signal.aborted)
          setOnMap({ of: onScan, arrows: { vectors: mapVectors(given, places), scale: onScan.scale } })
      },
      // Overtaken by a newer fit, or the worker is being replaced: the next fit asks again.
      () => undefined,
    )
    return () => abort.abort()
  }, [store, session, onScan])

  const map = onMap && onMap.of === onScan ? onMap.arrows : null
  useEffect(() => setArrows({ scan: onScan, map }), [setArrows, onScan, map])
}
