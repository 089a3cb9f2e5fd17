import { useStore } from 'jotai'
import { useCallback, useRef } from 'react'
import { moveImagePoint, moveMapPoint, pointNumber } from '../document/editor-document.ts'
import type { MarkDrag } from '../../map/pane-props.ts'
import {
  commitStagedAtom,
  committedDocumentAtom,
  revertStagedAtom,
  stageAtom,
} from '../state/document-atoms.ts'
import { menuSideAtom, selectedIdAtom } from '../state/view-atoms.ts'
import type { Side } from '../state/view-atoms.ts'
import { settledFitAtom } from '../warp/warp-atoms.ts'
import { usePointActions } from '../points/use-point-actions.ts'

/** Drags of a point's disc: staged while they run, one step at their end; with Alt the image point is predicted anew. */
export function useMarkDrag(side: Side): (drag: MarkDrag<readonly [number, number]>) => void {
  const store = useStore()
  const { predict } = usePointActions()
  const stopWaiting = useRef<(() => void) | null>(null)

  /** Predicting needs the fit with the point at its new place: a drag keeps the accuracy of the fit before it. */
  const predictOnceFitted = useCallback(
    (id: string) => {
      stopWaiting.current?.()
      const before = store.get(settledFitAtom)?.fit.revision
      const stop = store.sub(settledFitAtom, () => {
        const revision = store.get(settledFitAtom)?.fit.revision
        if (revision === undefined || revision === before) return
        stop()
        predict(id)
      })
      stopWaiting.current = stop
    },
    [store, predict],
  )

  return useCallback(
    ({ id, phase, place, modifiers }) => {
      if (phase === 'cancel') {
        store.set(revertStagedAtom)
        return
      }
      if (phase === 'start') {
        store.set(selectedIdAtom, id)
        store.set(menuSideAtom, null)
      }
      store.set(stageAtom, (document) =>
        side === 'scan' ? moveImagePoint(document, id, place) : moveMapPoint(document, id, place),
      )
      if (phase !== 'end') return
      const number = pointNumber(store.get(committedDocumentAtom), id)
      store.set(commitStagedAtom, { action: side === 'scan' ? 'moveImage' : 'moveMap', number })
      if (side === 'map' && modifiers.altKey) predictOnceFitted(id)
    },
    [store, side, predictOnceFitted],
  )
}
