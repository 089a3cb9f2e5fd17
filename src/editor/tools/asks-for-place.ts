import { type Atom, atom } from 'jotai'
import { committedDocumentAtom, redoLabelAtom } from '../model/document-atoms.ts'
import { beginsByPairsAtom } from '../model/first-way.ts'
import { placeEntryAtom } from '../model/place-entry/open-place-entry.ts'
import { isProposeOpenAtom } from '../model/propose/propose-atoms.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import { croppingAtom, halfPairAtom, layingAtom, pullingAtom } from '../model/tool-atoms.ts'
import { isTableOpenAtom } from '../model/view-atoms.ts'

/** What is being done; null each while it is not. */
const DOINGS: readonly Atom<unknown>[] = [
  halfPairAtom,
  layingAtom,
  pullingAtom,
  croppingAtom,
  pickingAtom,
  placeEntryAtom,
]

/** Something else is being done, or the steps of the other way are shown. */
export const isBusyAtom = atom(
  (get) => DOINGS.some((doing) => get(doing) !== null) || get(isTableOpenAtom) || get(isProposeOpenAtom),
)

/** What was placed and undone again was begun, too. */
const hasBegunAtom = atom((get) => {
  const { points, laid } = get(committedDocumentAtom)
  return points.length > 0 || laid !== undefined || get(redoLabelAtom) !== null
})

/** Whether a map asks first of all where it is. */
export const asksForPlaceAtom = atom(
  (get) => !get(beginsByPairsAtom) && !get(hasBegunAtom) && !get(isBusyAtom),
)
