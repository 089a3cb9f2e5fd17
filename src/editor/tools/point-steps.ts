import type { useStore } from 'jotai'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { Side } from '../../map/pane-props.ts'
import type { Place } from '../../map/tools/tool-event.ts'
import { moveImagePoint, moveMapPoint, pointNumber } from '../../drafts/editor-document.ts'
import type { EditorDocument } from '../../drafts/editor-document.ts'
import { committedDocumentAtom, editAtom } from '../model/document-atoms.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { heldOnScan } from '../model/scan-edge.ts'
import { settledFitAtom } from '../model/warp-atoms.ts'

type Store = ReturnType<typeof useStore>

/** The action that moves one side of a pair, an image point at most to the scan's edge. */
export function movedPoint(
  store: Store,
  id: string,
  side: Side,
  place: Place,
): (document: EditorDocument) => EditorDocument {
  return (document) =>
    side === 'scan'
      ? moveImagePoint(document, id, heldOnScan(place, store.get(scanSizeAtom)))
      : moveMapPoint(document, id, place)
}

/** Moves one side of a pair, as a step of the history; `merge` joins presses of an arrow key into one. */
export function movePoint(store: Store, id: string, side: Side, place: Place, merge = false): void {
  const number = pointNumber(store.get(committedDocumentAtom), id)
  store.set(editAtom, {
    action: movedPoint(store, id, side, place),
    label: { action: side === 'scan' ? 'moveImage' : 'moveMap', number },
    merge,
  })
}

/** Puts the image point where the other points would have it. False when that is not known. */
export function predictPoint(store: Store, id: string): boolean {
  const document = store.get(committedDocumentAtom)
  const image = predictedImage(document.points, id, store.get(settledFitAtom))
  if (!image) return false
  store.set(editAtom, {
    action: (before) => moveImagePoint(before, id, image),
    label: { action: 'predict', number: pointNumber(document, id) },
  })
  return true
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
