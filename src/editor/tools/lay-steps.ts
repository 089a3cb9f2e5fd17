import type { createStore } from 'jotai'
import type { TFunction } from 'i18next'
import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'
import type { SheetPlacement } from '../../../contract/control-points.ts'
import { addPoint, laySheet } from '../../drafts/editor-document.ts'
import type { LayEffect } from '../../map/tools/lay.ts'
import type { EffectHandlers } from '../../map/tools/tool-runner.ts'
import { toast } from '../../ui/toast-store.ts'
import { commitStagedAtom, committedDocumentAtom, editAtom, stageAtom } from '../model/document-atoms.ts'

type Store = ReturnType<typeof createStore>

/** Whether the map takes another pair; says so where it does not. */
export function hasRoomForPair(store: Store, t: TFunction<'editor'>): boolean {
  const hasRoom = store.get(committedDocumentAtom).points.length < MAX_CONTROL_POINTS
  if (!hasRoom) toast.warning(t('placement.tooMany', { count: MAX_CONTROL_POINTS }))
  return hasRoom
}

/** The sheet lies so from now on: one step. False: editing waits for something else. */
export function fixSheet(store: Store, placement: SheetPlacement): boolean {
  return store.set(editAtom, {
    action: (document) => laySheet(document, placement),
    label: { action: 'lay' },
  })
}

/** Shows the pair of a place that is being pulled, without making a step, and makes it one when it is let go. */
export const layHandlers = (
  store: Store,
  t: TFunction<'editor'>,
): Pick<EffectHandlers<LayEffect>, 'stagePair' | 'commitPair' | 'tellNothingThere'> => ({
  stagePair: ({ id, image, map }) => store.set(stageAtom, (document) => addPoint(document, id, image, map)),
  commitPair() {
    const number = store.get(committedDocumentAtom).points.length + 1
    store.set(commitStagedAtom, { action: 'add', number })
  },
  tellNothingThere: () => void toast.info(t('lay.nothingThere')),
})
