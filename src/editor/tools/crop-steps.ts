import type { createStore } from 'jotai'
import type { TFunction } from 'i18next'
import { MAX_MASK_CORNERS, MAX_MASK_RINGS } from '../../../contract/constants.ts'
import type { ImagePoint, MaskRing } from '../../../contract/control-points.ts'
import { setMask } from '../../drafts/editor-document.ts'
import {
  cornerOf,
  squaredPlace,
  withCornerInserted,
  withCornerMoved,
  withoutCorner,
} from '../../geometry/mask-rings.ts'
import type { MaskCorner } from '../../geometry/mask-rings.ts'
import { type CropEffect, SQUARE_REACH_PX } from '../../map/tools/crop.ts'
import type { EffectHandlers } from '../../map/tools/tool-runner.ts'
import { toast } from '../../ui/toast-store.ts'
import type { StepLabel } from '../model/history.ts'
import { commitStagedAtom, committedDocumentAtom, editAtom, stageAtom } from '../model/document-atoms.ts'
import { type ScanSize, heldOnScan } from '../model/scan-edge.ts'

type Store = ReturnType<typeof createStore>

/** Makes one step of the mask, and says whether it could. */
export function changeMask(
  store: Store,
  action: StepLabel['action'],
  change: (mask: readonly MaskRing[]) => readonly MaskRing[],
  merge = false,
): boolean {
  return store.set(editAtom, {
    action: (document) => setMask(document, change(document.mask)),
    label: { action },
    merge,
  })
}

/** Moves a corner by px of the scan, no farther than its edge. */
export function nudgeCorner(store: Store, at: MaskCorner, [dx, dy]: ImagePoint, scan: ScanSize): boolean {
  const place = cornerOf(store.get(committedDocumentAtom).mask, at)
  if (!place) return false
  const next = heldOnScan([place[0] + dx, place[1] + dy], scan)
  return changeMask(store, 'cropMove', (mask) => withCornerMoved(mask, at, next), true)
}

/** Does to the mask what the tool asks for. */
export const cropHandlers = (
  store: Store,
  t: TFunction<'editor'>,
): Omit<EffectHandlers<CropEffect>, 'revertMove' | 'cancelDrag'> => ({
  addRing: ({ ring }) => addRing(store, ring, t),
  insertCorner({ at, image }) {
    if (hasRoom(store, 1, t)) changeMask(store, 'cropInsert', (mask) => withCornerInserted(mask, at, image))
  },
  removeCorner: ({ at }) => void changeMask(store, 'cropRemove', (mask) => withoutCorner(mask, at)),
  stageMask: (effect) => store.set(stageAtom, (document) => setMask(document, staged(document.mask, effect))),
  commitMask: ({ isNew }) => store.set(commitStagedAtom, { action: isNew ? 'cropInsert' : 'cropMove' }),
  tellEmptyRing: () => void toast.info(t('crop.emptyRing')),
})

function addRing(store: Store, ring: MaskRing, t: TFunction<'editor'>): void {
  if (store.get(committedDocumentAtom).mask.length >= MAX_MASK_RINGS)
    toast.warning(t('crop.tooManyRings', { count: MAX_MASK_RINGS }))
  else if (hasRoom(store, ring.length, t)) changeMask(store, 'crop', (mask) => [...mask, ring])
}

function hasRoom(store: Store, more: number, t: TFunction<'editor'>): boolean {
  const corners = store.get(committedDocumentAtom).mask.reduce((sum, ring) => sum + ring.length, more)
  if (corners > MAX_MASK_CORNERS) toast.warning(t('crop.tooManyCorners', { count: MAX_MASK_CORNERS }))
  return corners <= MAX_MASK_CORNERS
}

function staged(
  before: readonly MaskRing[],
  { handle, image, isSquare }: Extract<CropEffect, { kind: 'stageMask' }>,
): readonly MaskRing[] {
  const mask = handle.kind === 'edge' ? withCornerInserted(before, handle, image) : before
  const ring = mask[handle.ring]
  if (!ring) return before
  const beside = (step: number) => ring.at((handle.corner + step) % ring.length)
  const place = isSquare
    ? squaredPlace(image, [beside(-1), beside(-2)], [beside(1), beside(2)], SQUARE_REACH_PX)
    : image
  return withCornerMoved(mask, handle, place)
}
