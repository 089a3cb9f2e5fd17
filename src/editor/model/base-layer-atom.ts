import { atom } from 'jotai'
import { atomWithStorage, createJSONStorage } from 'jotai/utils'
import { BASE_LAYERS, type BaseLayerId, STORAGE_KEYS } from '../../../contract/constants.ts'

/** A base layer as it is chosen: an online one, or the embedded map alone. */
export type ChosenLayer = BaseLayerId | 'embedded'
const CHOICES: readonly ChosenLayer[] = [...BASE_LAYERS, 'embedded']

/** Where there is no window. */
const NOWHERE = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const storedAtom = atomWithStorage<unknown>(
  STORAGE_KEYS.baseLayer,
  'streets',
  createJSONStorage(() => (typeof window === 'undefined' ? NOWHERE : window.sessionStorage)),
  { getOnInit: true },
)

/**
 * The base layer as it was chosen last in this session of the browser. Not for longer: a layer that did not answer may
 * answer another day.
 */
export const baseLayerAtom = atom(
  (get): ChosenLayer => CHOICES.find((layer) => layer === get(storedAtom)) ?? 'streets',
  (_get, set, layer: ChosenLayer) => set(storedAtom, layer),
)
