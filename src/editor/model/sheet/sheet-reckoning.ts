import { atom } from 'jotai'
import { atomWithStorage } from 'jotai/utils'
import { z } from 'zod'
import { STORAGE_KEYS } from '../../../../contract/constants.ts'
import { type Meridian, MERIDIAN_NAMES } from '../place-entry/meridians.ts'

/** What the numbers of a sheet are counted in. */
export const SYSTEMS = ['degrees', 'lks94', 'epsg'] as const
export const COUNTED_FROM = ['greenwich', ...MERIDIAN_NAMES] as const

const reckoningSchema = z.object({
  system: z.enum(SYSTEMS),
  code: z.string().regex(/^\d{0,6}$/),
  from: z.enum(COUNTED_FROM),
})
export type SheetReckoning = z.infer<typeof reckoningSchema>
const FIRST: SheetReckoning = { system: 'degrees', code: '', from: 'greenwich' }

const storedAtom = atomWithStorage<unknown>(STORAGE_KEYS.sheetReckoning, FIRST, undefined, {
  getOnInit: true,
})
/** As it was chosen for the last sheet, remembered in this browser: the next one is of the same series. */
export const sheetReckoningAtom = atom(
  (get): SheetReckoning => reckoningSchema.safeParse(get(storedAtom)).data ?? FIRST,
  (_get, set, reckoning: SheetReckoning) => set(storedAtom, reckoning),
)

const LKS94_CODE = 3346
/** Codes of the registry have at least so many figures. */
const LEAST_FIGURES = 4

/** The EPSG code that is meant; null: today's degrees; undefined: it is not typed yet. */
export function codeOf({ system, code }: SheetReckoning): number | null | undefined {
  if (system === 'degrees') return null
  if (system === 'lks94') return LKS94_CODE
  return code.length < LEAST_FIGURES ? undefined : Number(code)
}

export const meridianOf = ({ from }: SheetReckoning): Meridian | null => (from === 'greenwich' ? null : from)
