import { atom, type useStore } from 'jotai'
import { shownSideAtom, viewModeAtom } from '../view-atoms.ts'
import {
  croppingAtom,
  halfPairAtom,
  layingAtom,
  pullingAtom,
  selectedIdAtom,
  toolsAtom,
} from '../tool-atoms.ts'

type Store = ReturnType<typeof useStore>

interface PlaceEntryState {
  /** The point whose map side is typed; null: that of the pair that waits, or else where the map's cross goes. */
  readonly forId: string | null
}

const openedAtom = atom<PlaceEntryState | null>(null)

/** While the scan is cropped, laid or pulled no pair can be placed. */
const isHinderedAtom = atom(
  (get) => get(croppingAtom) !== null || get(layingAtom) !== null || get(pullingAtom) !== null,
)

/** The field for a typed place; null while it is closed or no pair can be placed. */
export const placeEntryAtom = atom(
  (get) => (get(isHinderedAtom) ? null : get(openedAtom)),
  (_get, set, opened: PlaceEntryState | null) => set(openedAtom, opened),
)

/** Opens the field for a typed place: for the pair that waits, else for the selected point, else for what is placed next. */
export function openPlaceEntry(store: Store): boolean {
  if (store.get(isHinderedAtom)) return false
  const forId = store.get(halfPairAtom) ? null : store.get(selectedIdAtom)
  // Its menu would lie over the place.
  if (forId !== null) store.get(toolsAtom).send({ type: 'pointChosen', id: forId })
  store.set(placeEntryAtom, { forId })
  if (store.get(viewModeAtom) === 'original') store.set(viewModeAtom, 'split')
  store.set(shownSideAtom, 'map')
  return true
}
