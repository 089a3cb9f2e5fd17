import { useStore } from 'jotai'
import { useMemo } from 'react'
import type { Side } from '../../map/pane-props.ts'
import type { Place } from '../../map/tools/tool-event.ts'
import { pointNumber, removePoint, setEnabled, setNote } from '../../drafts/editor-document.ts'
import { committedDocumentAtom, editAtom } from '../model/document-atoms.ts'
import { movePoint, predictPoint } from './point-steps.ts'

export interface PointActions {
  /** Deletes the pair. */
  readonly remove: (id: string) => void
  readonly setEnabled: (id: string, enabled: boolean) => void
  readonly setNote: (id: string, note: string) => void
  /** Moves one side of the pair, an image point at most to the scan's edge; `merge` joins presses of an arrow key into one step. */
  readonly move: (id: string, side: Side, place: Place, merge?: boolean) => void
  /** Puts the image point where the other points would have it. False when that is not known. */
  readonly predict: (id: string) => boolean
}

/** What can be done with a point; each is one step of the history. */
export function usePointActions(): PointActions {
  const store = useStore()
  return useMemo(() => {
    const numberOf = (id: string) => pointNumber(store.get(committedDocumentAtom), id)
    return {
      remove: (id) => {
        store.set(editAtom, {
          action: (document) => removePoint(document, id),
          label: { action: 'delete', number: numberOf(id) },
        })
      },
      setEnabled: (id, enabled) =>
        store.set(editAtom, {
          action: (document) => setEnabled(document, id, enabled),
          label: { action: enabled ? 'enable' : 'disable', number: numberOf(id) },
        }),
      setNote: (id, note) =>
        store.set(editAtom, {
          action: (document) => setNote(document, id, note),
          label: { action: 'note', number: numberOf(id) },
        }),
      move: (id, side, place, merge) => movePoint(store, id, side, place, merge),
      predict: (id) => predictPoint(store, id),
    }
  }, [store])
}
