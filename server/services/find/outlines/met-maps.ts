import type { Corners } from '../../../../contract/api/map-record.ts'
import { boxMoved, WORLD_METRES } from '../../../../contract/worlds.ts'
import type { MapColumns } from '../columns/map-columns.ts'
import type { TilePlane } from './tile-geometry.ts'

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
export const SHIFTS = [0, WORLD_METRES, -WORLD_METRES]

/** A box of our world and the same a world to either side, where the further parts of maps across the date line lie. */
export const copiesOf = (box: Corners): Corners[] => SHIFTS.map((shift) => boxMoved(box, -shift))

/** Where a row lies in a copy of the world. */
export const boxOf = ({ west, south, east, north }: MapColumns, { row, shift }: MetRow): Corners => ({
  minX: west[row]! + shift,
  minY: south[row]!,
  maxX: east[row]! + shift,
  maxY: north[row]!,
})

/** The longer side of a box in tile units. */
export function sideOf({ minX, minY, maxX, maxY }: Corners, plane: TilePlane): number {
  return Math.max(plane.toX(maxX) - plane.toX(minX), plane.toY(minY) - plane.toY(maxY))
}

/** What a tile shows of a row. It stays so, whatever happens to the columns. */
export function outlinedMap(columns: MapColumns, met: MetRow): OutlinedMap {
  const { row, shift } = met
  return {
    id: columns.ids[row]!,
    title: columns.titles[row]!,
    versionId: columns.versionIds[row]!,
    revision: columns.outlineRevisions[row]!,
    ...boxOf(columns, met),
    shift,
  }
}
