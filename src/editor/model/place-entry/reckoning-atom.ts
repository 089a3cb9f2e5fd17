import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { z } from 'zod'
import { STORAGE_KEYS } from '../../../../contract/constants.ts'
import { MERIDIAN_NAMES } from './meridians.ts'
import type { Reckoning } from './read-place.ts'

/** LKS-94, which most maps of this product's home are measured by; or any other grid, by its code. */
export const COUNTED_BY = ['numbers', 'lks94', ...MERIDIAN_NAMES, 'epsg'] as const
type CountedBy = (typeof COUNTED_BY)[number]

const choiceSchema = z.object({ by: z.enum(COUNTED_BY), code: z.string().regex(/^\d{0,6}$/) })
interface ReckoningChoice {
  readonly by: CountedBy
  /** What was typed for a code, perhaps half of it. */
  readonly code: string
}
const FIRST: ReckoningChoice = { by: 'numbers', code: '' }

const storedAtom = atomWithStorage<unknown>(STORAGE_KEYS.placeReckoning, FIRST, undefined, {
  getOnInit: true,
})

/** How bare numbers are counted, as it was chosen last, remembered in this browser. */
export const reckoningAtom = atom(
  (get): ReckoningChoice => choiceSchema.safeParse(get(storedAtom)).data ?? FIRST,
  (_get, set, choice: ReckoningChoice) => set(storedAtom, choice),
)

/** Codes of the registry have at least so many figures. */
const LEAST_FIGURES = 4

export function reckoningOf({ by, code }: ReckoningChoice): Reckoning {
  if (by === 'numbers') return { grid: null, meridian: null }
  if (by === 'lks94') return { grid: 3346, meridian: null }
  if (by === 'epsg') return { grid: code.length < LEAST_FIGURES ? null : Number(code), meridian: null }
  return { grid: null, meridian: by }
}
