import type { Corners } from '../../../../contract/api/map-record.ts'
import { boxMoved, WORLD_METRES } from '../../../../contract/worlds.ts'
import type { ChosenMaps } from '../columns/found-columns.ts'
import type { MapColumns } from '../columns/map-columns.ts'

/** A map in the copy of the world in which it meets a tile. */
export interface MetRow {
  readonly row: number
  /** How far its box is moved to stand there, in metres. */
  readonly shift: number
}

/** What a tile shows of a map. */
export interface OutlinedMap extends Corners {
  readonly id: string
  readonly title: string
  /** The published overlay, and which of its outlines. */
  readonly versionId: string | null
  readonly revision: number
  /** How far its box was moved to stand in this copy of the world, in metres. */
  readonly shift: number
}

/** How far maps are moved to stand in our world: of a map across the date line a further part lies in the world beside it. */
const SHIFTS = [0, WORLD_METRES, -WORLD_METRES]

/** A box of our world and the same a world to either side, where the further parts of maps across the date line lie. */
export const copiesOf = (box: Corners): Corners[] => SHIFTS.map((shift) => boxMoved(box, -shift))

/** In which copies of the world some maps meet a box, in their order, up to so many. */
export function metRows({ columns, rows }: ChosenMaps, box: Corners, limit: number): MetRow[] {
  const { west, south, east, north } = columns
  const met: MetRow[] = []
  for (const row of rows)
    for (const shift of SHIFTS)
      if (
        west[row]! <= box.maxX - shift &&
        east[row]! >= box.minX - shift &&
        south[row]! <= box.maxY &&
        north[row]! >= box.minY
      )
        met.push({ row, shift })
  return met.slice(0, limit)
}

/** What a tile shows of a row. It stays so, whatever happens to the columns. */
export function outlinedMap(columns: MapColumns, { row, shift }: MetRow): OutlinedMap {
  return {
    id: columns.ids[row]!,
    title: columns.titles[row]!,
    versionId: columns.versionIds[row]!,
    revision: columns.outlineRevisions[row]!,
    minX: columns.west[row]! + shift,
    minY: columns.south[row]!,
    maxX: columns.east[row]! + shift,
    maxY: columns.north[row]!,
    shift,
  }
}
