import { useAtom, useAtomValue } from 'jotai'
import { MIN_CONTROL_POINTS } from '../../../contract/constants.ts'
import { pointCountAtom } from '../model/document-atoms.ts'
import { isSyncAtom } from '../model/view-atoms.ts'

/** Whether the panes move together, and whether they can: it takes three points on each side. */
export function useSync() {
  const [isSync, setSync] = useAtom(isSyncAtom)
  const canSync = useAtomValue(pointCountAtom) >= MIN_CONTROL_POINTS
  return { isSync: isSync && canSync, canSync, setSync }
}
