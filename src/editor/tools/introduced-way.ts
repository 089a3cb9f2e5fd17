import { type Atom, atom } from 'jotai'
import { committedDocumentAtom } from '../model/document-atoms.ts'
import { beginsByPairsAtom } from '../model/first-way.ts'
import { sheetFormAtom } from '../model/sheet/sheet-state.ts'
import { halfPairAtom, layingAtom, pullingAtom } from '../model/tool-atoms.ts'
import { asksForPlaceAtom, isBusyAtom } from './asks-for-place.ts'

/** What of either way is done; null each while it is not. */
const DOINGS: readonly Atom<unknown>[] = [layingAtom, pullingAtom, halfPairAtom]

/**
 * Whether the first points are about to be placed by one of the two ways that the introduction leads along: a sheet is
 * laid and pulled, or pairs are clicked. Whose points come another way (a file, the corners of a sheet, the names on the
 * scan, a program) has begun without it.
 */
export const isIntroducedWayAtom = atom((get) => {
  if (get(committedDocumentAtom).points.length > 0 || get(asksForPlaceAtom)) return false
  if (DOINGS.some((doing) => get(doing) !== null)) return true
  return get(beginsByPairsAtom) && !get(isBusyAtom) && get(sheetFormAtom) === null
})
