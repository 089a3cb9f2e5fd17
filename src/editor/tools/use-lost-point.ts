import { useStore } from 'jotai'
import { useEffect } from 'react'
import { committedDocumentAtom } from '../state/document-atoms.ts'
import { selectedIdAtom } from './tool-atoms.ts'
import type { SendToTools } from './use-tools.ts'

/** Tells the tools when the selected point is gone, however it went: deleted, undone, replaced by a file. */
export function useLostPoint(send: SendToTools): void {
  const store = useStore()
  useEffect(
    () =>
      store.sub(committedDocumentAtom, () => {
        const selectedId = store.get(selectedIdAtom)
        if (selectedId === null) return
        const { points } = store.get(committedDocumentAtom)
        if (!points.some(({ id }) => id === selectedId)) send({ type: 'pointRemoved', id: selectedId })
      }),
    [store, send],
  )
}
