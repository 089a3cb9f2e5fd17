import type { createStore } from 'jotai'
import type { MapRecord } from '../../../../contract/api/map-record.ts'
import { readSheetBounds } from '../../../../contract/rules/sheet-bounds.ts'
import { lonLatToMercator } from '../../../geometry/mercator.ts'
import type { FoundPlace } from '../../../places/found-place.ts'
import { type SheetReckoning, sheetReckoningAtom } from './sheet-reckoning.ts'
import { EDGES, NO_TEXTS, type SheetEdges, type SheetTexts } from './sheet-texts.ts'

type Recorded = Pick<MapRecord, 'sheetBounds'>

/** The sides that the record of a map tells, degrees; east is the greater number across the date line too. */
function expectedEdges({ sheetBounds }: Recorded): SheetEdges | null {
  const bounds = readSheetBounds(sheetBounds ?? '')
  return bounds ? { ...bounds, east: bounds.east < bounds.west ? bounds.east + 360 : bounds.east } : null
}

/** Where the record of a map says that its sheet lies; null: it says nothing of it. */
export function expectedPlace(record: Recorded): FoundPlace | null {
  const edges = expectedEdges(record)
  if (!edges) return null
  const [minX, minY] = lonLatToMercator(edges.west, edges.south)
  const [maxX, maxY] = lonLatToMercator(edges.east, edges.north)
  return {
    name: record.sheetBounds ?? '',
    point: [(minX + maxX) / 2, (minY + maxY) / 2],
    box: { minX, minY, maxX, maxY },
    areaLevel: null,
    boundary: null,
  }
}

/** The sides that the record tells as they are typed for a sheet; none where sheets are counted in another system. */
export function expectedTexts(record: Recorded, { system, from }: SheetReckoning): SheetTexts {
  const edges = system === 'degrees' && from === 'greenwich' ? expectedEdges(record) : null
  if (!edges) return NO_TEXTS
  // What reads and writes angles comes with the dialog.
  return { ...NO_TEXTS, ...Object.fromEntries(EDGES.map((edge) => [edge, `${edges[edge]}°`])) }
}

/** The same where sheets are counted as the last one was. */
export const suggestedTexts = (store: ReturnType<typeof createStore>, record: Recorded): SheetTexts =>
  expectedTexts(record, store.get(sheetReckoningAtom))
