import type { Corners } from '../../../contract/api/map-record.ts'
import { tileId } from '../../base-map/tile-id.ts'
import { nativeZoom, tilesOver } from './tile-address.ts'

/** Tiles of one file, a map of some ten gigapixels. Larger maps end a zoom earlier. */
const MOST_TILES = 500_000

/** Which tiles a file of an overlay may hold. */
export interface TileArchivePlan {
  /** The finest zoom at which the map is one tile. */
  readonly minZoom: number
  /** Where tiles are no coarser than the overlay, if they are not too many. */
  readonly maxZoom: number
  /** Positions on the curve that the file is laid out along, rising. */
  readonly ids: Float64Array
}

const countOver = (corners: Corners, z: number): number =>
  tilesOver(corners, z).reduce(
    (sum, { minCol, maxCol, minRow, maxRow }) => sum + (maxCol - minCol + 1) * (maxRow - minRow + 1),
    0,
  )

/** @param width of the overlay, pixels */
export function planTileArchive(corners: Corners, width: number, mostTiles = MOST_TILES): TileArchivePlan {
  let maxZoom = nativeZoom(corners, width)
  // All coarser zooms together have a third of the tiles of the finest, at most one more in each row and column.
  while (maxZoom > 0 && (countOver(corners, maxZoom) * 4) / 3 > mostTiles) maxZoom -= 1
  let minZoom = maxZoom
  while (minZoom > 0 && countOver(corners, minZoom) > 1) minZoom -= 1
  const ids: number[] = []
  for (let z = minZoom; z <= maxZoom; z += 1)
    for (const { minCol, maxCol, minRow, maxRow } of tilesOver(corners, z))
      for (let y = minRow; y <= maxRow; y += 1)
        for (let x = minCol; x <= maxCol; x += 1) ids.push(tileId(z, x, y))
  return { minZoom, maxZoom, ids: Float64Array.from(ids).sort() }
}
