import { type Atom, atom } from 'jotai'
import { atomWithStorage, createJSONStorage } from 'jotai/utils'
import { STORAGE_KEYS } from '../../../contract/constants.ts'
import { committedDocumentAtom, redoLabelAtom } from './document-atoms.ts'
import { placeEntryAtom } from './place-entry/open-place-entry.ts'
import { pickingAtom } from './sheet/sheet-state.ts'
import { croppingAtom, halfPairAtom, layingAtom, pullingAtom } from './tool-atoms.ts'
import { isTableOpenAtom } from './view-atoms.ts'

/** Where there is no window. */
const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const storedAtom = atomWithStorage<unknown>(
  STORAGE_KEYS.firstWay,
  'lay',
  createJSONStorage(() => (typeof window === 'undefined' ? NOWHERE : window.localStorage)),
  { getOnInit: true },
)

/**
 * How maps are begun in this browser: by laying the whole scan where the map is, or by pairs of points. The way that was
 * chosen last counts for the next map.
 */
export const beginsByPairsAtom = atom(
  (get) => get(storedAtom) === 'pairs',
  (_get, set, isByPairs: boolean) => set(storedAtom, isByPairs ? 'pairs' : 'lay'),
)

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
const isBusyAtom = atom((get) => DOINGS.some((doing) => get(doing) !== null) || get(isTableOpenAtom))

/** What was placed and undone again was begun, too. */
const hasBegunAtom = atom((get) => {
  const { points, laid } = get(committedDocumentAtom)
  return points.length > 0 || laid !== undefined || get(redoLabelAtom) !== null
})

/** Whether a map asks first of all where it is. */
export const asksForPlaceAtom = atom(
  (get) => !get(beginsByPairsAtom) && !get(hasBegunAtom) && !get(isBusyAtom),
)
