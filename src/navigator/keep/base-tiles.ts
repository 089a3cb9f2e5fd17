import type { BaseMaps, TileSource } from '../../../contract/base-map.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import type { KeptRegion } from '../../../workers/kept/kept-database-api.ts'
import { groundFilter, type GroundFilter } from './ground-filter.ts'

/** The map beneath is a few tiles of each zoom; a region that needs more is kept to a coarser zoom of it. */
export const MOST_BASE_TILES = 1_500

/**
 * Addresses of the base map's tiles beneath a region, coarse ones first: of this instance's own sources. Those of other
 * hosts are theirs to give, and their terms forbid taking them in bulk.
 */
export function baseTileUrls({ embedded, layers }: BaseMaps, region: KeptRegion): string[] {
  const sources = [embedded, layers.streets].filter((source) => source !== null)
  const own = sources.filter(({ tiles }) => tiles[0]?.startsWith('/'))
  return own.flatMap((source) => urlsOf(source, region))
}

function urlsOf({ tiles, minZoom, maxZoom }: TileSource, region: KeptRegion): string[] {
  const urls: string[] = []
  let row: { x: number; y: number; filter: GroundFilter }[] = [{ x: 0, y: 0, filter: groundFilter(region) }]
  for (let zoom = 0; zoom <= maxZoom && row.length > 0; zoom++) {
    if (urls.length + row.length > MOST_BASE_TILES) break
    const address = tiles[0] ?? ''
    if (zoom >= minZoom)
      urls.push(
        ...row.map(({ x, y }) =>
          address.replace('{z}', String(zoom)).replace('{x}', String(x)).replace('{y}', String(y)),
        ),
      )
    const side = WORLD_HALF_METRES / 2 ** zoom
    row = row.flatMap(({ x, y, filter }) =>
      [0, 1].flatMap((down) =>
        [0, 1].flatMap((right) => {
          const [left, top] = [2 * x + right, 2 * y + down]
          const inside = filter.within({
            minX: left * side - WORLD_HALF_METRES,
            maxX: (left + 1) * side - WORLD_HALF_METRES,
            minY: WORLD_HALF_METRES - (top + 1) * side,
            maxY: WORLD_HALF_METRES - top * side,
          })
          return inside ? [{ x: left, y: top, filter: inside }] : []
        }),
      ),
    )
  }
  return urls
}
