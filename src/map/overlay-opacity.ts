import { atom, getDefaultStore } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { STORAGE_KEYS } from '../../contract/constants.ts'

const storedOpacityAtom = atomWithStorage<number | null>(STORAGE_KEYS.overlayOpacity, null, undefined, {
  getOnInit: true,
})

/** Opacity of overlays as it was chosen last in this browser, 0 to 1; null: none was chosen yet. */
export const chosenOpacityAtom = atom((get) => {
  const stored: unknown = get(storedOpacityAtom)
  return typeof stored === 'number' && stored >= 0 && stored <= 1 ? stored : null
})

/** Where a page with a store of its own reads and sets what was chosen in this browser: it outlasts the page. */
export const inBrowser = { store: getDefaultStore() }

/** Opacity of published overlays, 0 to 1, remembered in this browser. */
export const opacityAtom = atom(
  (get) => get(chosenOpacityAtom) ?? 1,
  (_get, set, opacity: number) =>
    set(storedOpacityAtom, Math.min(1, Math.max(0, Math.round(opacity * 100) / 100))),
)
