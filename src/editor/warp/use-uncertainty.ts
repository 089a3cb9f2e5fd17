import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { UNCERTAINTY_COLUMNS } from '../../../contract/uncertainty/uncertainty-grid.ts'
import { isReadoutAtom, isTableOpenAtom, isUncertaintyShownAtom } from '../model/view-atoms.ts'
import { sessionAtom, settledFitAtom, uncertaintyAtom } from '../model/warp-atoms.ts'

/** Keeps how far off places may be, while something on the screen tells it. */
export function useUncertainty(): void {
  const session = useAtomValue(sessionAtom)
  const settled = useAtomValue(settledFitAtom)
  const isInColours = useAtomValue(isUncertaintyShownAtom)
  const isInReadout = useAtomValue(isReadoutAtom)
  const isInTable = useAtomValue(isTableOpenAtom)
  const isWanted = isInColours || isInReadout || isInTable
  const setField = useSetAtom(uncertaintyAtom)

  useEffect(() => {
    if (!session || !settled || !isWanted) return setField(null)
    const abort = new AbortController()
    session.uncertainty(UNCERTAINTY_COLUMNS, abort.signal).then(
      (field) => !abort.signal.aborted && setField(field),
      // Overtaken by a newer fit, or the worker is being replaced: the next fit asks again.
      () => undefined,
    )
    return () => abort.abort()
  }, [session, settled, isWanted, setField])
}
