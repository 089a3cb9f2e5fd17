import type { createStore } from 'jotai'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { readRunningBounds } from '../../../../contract/rules/sheet-bounds.ts'
import { type SheetReckoning, sheetReckoningAtom } from './sheet-reckoning.ts'
import { EDGES, NO_TEXTS, type SheetTexts } from './sheet-texts.ts'

type Recorded = Pick<MapRecord, 'sheetBounds'>

/** The sides that the record tells as they are typed for a sheet; none where sheets are counted in another system. */
export function expectedTexts({ sheetBounds }: Recorded, { system, from }: SheetReckoning): SheetTexts {
  const isDegrees = system === 'degrees' && from === 'greenwich'
  const edges = isDegrees ? readRunningBounds(sheetBounds ?? '') : undefined
  if (!edges) return NO_TEXTS
  // What reads and writes angles comes with the dialog.
  return { ...NO_TEXTS, ...Object.fromEntries(EDGES.map((edge) => [edge, `${edges[edge]}°`])) }
}

/** The same where sheets are counted as the last one was. */
export const suggestedTexts = (store: ReturnType<typeof createStore>, record: Recorded): SheetTexts =>
  expectedTexts(record, store.get(sheetReckoningAtom))
