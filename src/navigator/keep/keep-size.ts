import type { TileAddress } from '../../../workers/raster/raster-api.ts'

/** More than this is not kept for one area: a phone's browser would rather throw it away. */
export const MOST_AREA_BYTES = 512 * 1024 * 1024
/** A tile of the base map, on the average of our own. */
const BASE_TILE_BYTES = 20_000

/**
 * What keeping would take for each choice of the finest level, bytes, by that level: the coarser levels are always kept
 * along. `sizes[i]` belongs to `tiles[i]`.
 */
export function bytesByFinest(
  tiles: readonly TileAddress[],
  sizes: readonly number[],
  levelCount: number,
  baseTiles: number,
): number[] {
  const ofLevel = Array.from({ length: levelCount }, () => 0)
  for (const [index, { level }] of tiles.entries())
    ofLevel[level] = (ofLevel[level] ?? 0) + (sizes[index] ?? 0)
  let sum = baseTiles * BASE_TILE_BYTES
  return ofLevel
    .toReversed()
    .map((bytes) => (sum += bytes))
    .toReversed()
}
