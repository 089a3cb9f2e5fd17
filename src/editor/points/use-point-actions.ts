import { useStore } from 'jotai'
import { useMemo } from 'react'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import {
  moveImagePoint,
  moveMapPoint,
  pointNumber,
  removePoint,
  setEnabled,
  setNote,
} from '../document/editor-document.ts'
import { committedDocumentAtom, editAtom } from '../state/document-atoms.ts'
import { deselectAtom, selectedIdAtom } from '../state/view-atoms.ts'
import type { Side } from '../state/view-atoms.ts'
import { settledFitAtom } from '../warp/warp-atoms.ts'

export interface PointActions {
  /** Deletes the pair. */
  readonly remove: (id: string) => void
  readonly setEnabled: (id: string, enabled: boolean) => void
  readonly setNote: (id: string, note: string) => void
  /** Moves one side of the pair; `merge` joins presses of an arrow key into one step. */
  readonly move: (id: string, side: Side, place: readonly [number, number], merge?: boolean) => void
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
        if (store.get(selectedIdAtom) === id) store.set(deselectAtom)
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
      move: (id, side, place, merge = false) =>
        store.set(editAtom, {
          action: (document) =>
            side === 'scan' ? moveImagePoint(document, id, place) : moveMapPoint(document, id, place),
          label: { action: side === 'scan' ? 'moveImage' : 'moveMap', number: numberOf(id) },
          merge,
        }),
      predict: (id) => {
        const image = predictedImage(store.get(committedDocumentAtom).points, id, store.get(settledFitAtom))
        if (!image) return false
        store.set(editAtom, {
          action: (document) => moveImagePoint(document, id, image),
          label: { action: 'predict', number: numberOf(id) },
        })
        return true
      },
    }
  }, [store])
}

interface Settled {
  readonly ids: readonly string[]
  readonly fit: { readonly accuracy: { readonly leaveOneOut: Float64Array } }
}

/**
 * The image point that the other points predict for a point's map point: its own plus its leave-one-out error, which is
 * defined as just that difference.
 */
export function predictedImage(
  points: readonly { readonly id: string; readonly image: ImagePoint; readonly map: MapPoint }[],
  id: string,
  settled: Settled | null,
): ImagePoint | null {
  const index = settled?.ids.indexOf(id) ?? -1
  const point = points.find((candidate) => candidate.id === id)
  if (!settled || index < 0 || !point) return null
  const { leaveOneOut } = settled.fit.accuracy
  const x = point.image[0] + (leaveOneOut[2 * index] ?? Number.NaN)
  const y = point.image[1] + (leaveOneOut[2 * index + 1] ?? Number.NaN)
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null
}
