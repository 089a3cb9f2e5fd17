import { atom, type useStore } from 'jotai'
import { shownSideAtom, viewModeAtom } from '../state/view-atoms.ts'
import { croppingAtom, halfPairAtom, layingAtom, pullingAtom, selectedIdAtom } from '../tools/tool-atoms.ts'
import type { SendToTools } from '../tools/use-tools.ts'

/** The field for a typed place is open; `forId`: for the map side of this point, null: for what is placed next. */
export const placeEntryAtom = atom<{ readonly forId: string | null } | null>(null)

/**
 * Opens the field for a typed place: for the pair that waits, or else for the selected point. False while the scan is
 * cropped, laid or pulled, when no pair can be placed.
 */
export function openPlaceEntry(store: ReturnType<typeof useStore>, send: SendToTools): boolean {
  if ([croppingAtom, layingAtom, pullingAtom].some((tool) => store.get(tool) !== null)) return false
  const forId = store.get(halfPairAtom) ? null : store.get(selectedIdAtom)
  // Its menu would lie over the place.
  if (forId !== null) send({ type: 'pointChosen', id: forId })
  store.set(placeEntryAtom, { forId })
  if (store.get(viewModeAtom) === 'original') store.set(viewModeAtom, 'split')
  store.set(shownSideAtom, 'map')
  return true
}
