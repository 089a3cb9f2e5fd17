import type { KeptRegion } from '../../../workers/kept/kept-database-api.ts'
import type { PyramidInfo, TileAddress } from '../../../workers/raster/raster-api.ts'
import { groundFilter, type GroundFilter } from './ground-filter.ts'

/** More tiles are no part of a walk: their index alone would take minutes to read. */
export const MOST_TILES = 20_000

/**
 * The tiles of a published file that show a region, of all levels from the coarsest to `finestLevel`, coarse ones first:
 * what has come when the connection is lost then shows the whole of it. Null where there are more than `most`.
 */
export function chooseTiles(
  { tileSize, levels, grid }: PyramidInfo,
  region: KeptRegion,
  finestLevel: number,
  most = MOST_TILES,
): TileAddress[] | null {
  if (!grid) return []
  const count = (level: number, side: 'width' | 'height') =>
    Math.ceil((levels[level]?.[side] ?? 0) / tileSize)
  const boxOf = ({ level, x, y }: TileAddress) => {
    const metres = tileSize * grid.pixelSize * 2 ** level
    return {
      minX: grid.originX + x * metres,
      maxX: grid.originX + (x + 1) * metres,
      minY: grid.originY - (y + 1) * metres,
      maxY: grid.originY - y * metres,
    }
  }
  /** Those of a level that lie under one of the level above. Sides are floored, so that the last one has all that is left. */
  const under = (at: number, level: number, side: 'width' | 'height') => {
    const end =
      at === count(level + 1, side) - 1 ? count(level, side) : Math.min(count(level, side), 2 * at + 2)
    return range(2 * at, end)
  }

  const top = levels.length - 1
  let row: { tile: TileAddress; filter: GroundFilter }[] = []
  const enter = (into: typeof row, tile: TileAddress, filter: GroundFilter) => {
    const inside = filter.within(boxOf(tile))
    if (inside) into.push({ tile, filter: inside })
  }
  const whole = groundFilter(region)
  for (const y of range(0, count(top, 'height')))
    for (const x of range(0, count(top, 'width'))) enter(row, { level: top, x, y }, whole)

  const chosen: TileAddress[] = []
  for (let level = top; level >= finestLevel; level--) {
    chosen.push(...row.map(({ tile }) => tile))
    if (chosen.length > most) return null
    if (level === finestLevel) break
    const finer: typeof row = []
    for (const { tile, filter } of row)
      for (const y of under(tile.y, level - 1, 'height'))
        for (const x of under(tile.x, level - 1, 'width')) enter(finer, { level: level - 1, x, y }, filter)
    row = finer
  }
  return chosen
}

const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)
