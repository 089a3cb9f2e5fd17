import { atom } from 'jotai'
import { atomWithStorage, createJSONStorage } from 'jotai/utils'
import { STORAGE_KEYS } from '../../../contract/constants.ts'

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
