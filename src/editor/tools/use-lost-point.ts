import { useStore } from 'jotai'
import { useEffect } from 'react'
import { MIN_CONTROL_POINTS } from '../../../contract/constants.ts'
import { committedDocumentAtom } from '../model/document-atoms.ts'
import { pullingAtom, selectedIdAtom } from '../model/tool-atoms.ts'
import { useTools } from './use-tools.ts'

/**
 * Tells the tools when the selected point is gone, however it went: deleted, undone, replaced by a file; and when there is
 * no overlay left to pull.
 */
export function useLostPoint(): void {
  const send = useTools()
  const store = useStore()
  useEffect(
    () =>
      store.sub(committedDocumentAtom, () => {
        const { points, laid } = store.get(committedDocumentAtom)
        if (store.get(pullingAtom) && !laid && points.length < MIN_CONTROL_POINTS) send({ type: 'layEnded' })
        const selectedId = store.get(selectedIdAtom)
        if (selectedId === null) return
        if (!points.some(({ id }) => id === selectedId)) send({ type: 'pointRemoved', id: selectedId })
      }),
    [store, send],
  )
}
