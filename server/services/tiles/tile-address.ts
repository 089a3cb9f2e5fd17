import type { Corners } from '../../../contract/api/map-record.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import { partsOf } from '../../../contract/worlds.ts'

/** The finest zoom that is served: 1 px is 9 mm at the equator. */
export const MAX_ZOOM = 24
/** Side of a tile, pixels; twice as much for screens of high density. */
export const TILE_PIXELS = 256

/** Where a tile lies: XYZ, the first row in the north. */
export interface TileAddress {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Box of a tile in EPSG:3857 metres. */
export function tileBox({ z, x, y }: TileAddress): Corners {
  const side = (2 * WORLD_HALF_METRES) / 2 ** z
  const [minX, maxY] = [x * side - WORLD_HALF_METRES, WORLD_HALF_METRES - y * side]
  return { minX, minY: maxY - side, maxX: minX + side, maxY }
}

/** Whether there is such a tile. */
export const isInWorld = ({ z, x, y }: TileAddress): boolean => z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z

/** The zoom at which tiles are no coarser than an overlay of so many pixels across its box. */
export function nativeZoom(corners: Corners, width: number): number {
  const metres = (corners.maxX - corners.minX) / width
  // A zoom that would be finer by rounding alone is none.
  const zoom = Math.ceil(Math.log2((2 * WORLD_HALF_METRES) / TILE_PIXELS / metres) - 1e-3)
  return Math.max(0, Math.min(MAX_ZOOM, zoom))
}

/** First and last column and row of tiles. */
export interface TileRange {
  readonly minCol: number
  readonly maxCol: number
  readonly minRow: number
  readonly maxRow: number
}

/** The tiles of a zoom that meet a box: on either side of the date line where it crosses that, none of them twice. */
export function tilesOver(corners: Corners, z: number): TileRange[] {
  const ranges = partsOf(corners).map(({ box }) => rangeOver(box, z))
  return ranges
    .toSorted((a, b) => a.minCol - b.minCol)
    .reduce<TileRange[]>((joined, range) => {
      const last = joined.at(-1)
      if (!last || range.minCol > last.maxCol + 1) return [...joined, range]
      return [...joined.slice(0, -1), { ...last, maxCol: Math.max(last.maxCol, range.maxCol) }]
    }, [])
}

function rangeOver(corners: Corners, z: number): TileRange {
  const tiles = 2 ** z
  const column = (metres: number) => ((metres + WORLD_HALF_METRES) / (2 * WORLD_HALF_METRES)) * tiles
  const within = (value: number) => Math.max(0, Math.min(tiles - 1, value))
  return {
    minCol: within(Math.floor(column(corners.minX))),
    maxCol: within(Math.ceil(column(corners.maxX)) - 1),
    minRow: within(Math.floor(column(-corners.maxY))),
    maxRow: within(Math.ceil(column(-corners.minY)) - 1),
  }
}
