import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { ScanSize } from '../model/scan-edge.ts'
import { distortionOfAtom } from '../model/view-atoms.ts'
import { liePoints, sheetLie } from '../model/sheet-lie.ts'
import { distortionAtom, sessionAtom, settledFitAtom, sheetLieAtom } from '../model/warp-atoms.ts'

/** Cells across the scan: finer than eyes tell a bend from its neighbour. */
const COLUMNS = 64

/** Keeps what the warp does to the sheet: how it lies, and its distortion while that is to be seen. */
export function useDistortion({ width, height }: ScanSize): void {
  const session = useAtomValue(sessionAtom)
  const settled = useAtomValue(settledFitAtom)
  const isShown = useAtomValue(distortionOfAtom) !== null
  const setGrid = useSetAtom(distortionAtom)
  const setLie = useSetAtom(sheetLieAtom)

  useEffect(() => {
    if (!session || !settled) return setLie(null)
    const abort = new AbortController()
    const scan = { width, height }
    session.imageToMap(liePoints(scan), abort.signal).then(
      (places) => !abort.signal.aborted && setLie(places && sheetLie(places, scan)),
      // Overtaken by a newer fit, or the worker is being replaced: the next fit asks again.
      () => undefined,
    )
    return () => abort.abort()
  }, [session, settled, width, height, setLie])

  useEffect(() => {
    if (!session || !settled || !isShown) return setGrid(null)
    const abort = new AbortController()
    session.distortion(COLUMNS, abort.signal).then(
      (grid) => !abort.signal.aborted && setGrid(grid),
      () => undefined,
    )
    return () => abort.abort()
  }, [session, settled, isShown, setGrid])
}
