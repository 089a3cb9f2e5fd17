import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import type { MapBox } from '../geometry/camera.ts'
import { useCatalogMaps } from '../queries/catalog-map-queries.ts'

/** So many maps of a catalog are laid over one another at once. */
const MOST_AT_ONCE = 12

/** The placed maps of a catalog in its own order, by their ids, those that are shown at once, and where all of them lie. */
export function useCatalogStack(catalogId: string | undefined) {
  const { data } = useCatalogMaps(catalogId === undefined ? null : { id: catalogId })
  const order = (data?.maps ?? []).filter(isPlaced).map(({ id }) => id)
  return { order, showable: order.slice(0, MOST_AT_ONCE), extent: extentOf(data?.maps ?? []) }
}

/** The box around all maps; null where none is placed. */
function extentOf(maps: readonly CatalogMap[]): MapBox | null {
  const boxes = maps.flatMap((map) => ('corners' in map && map.corners ? [map.corners] : []))
  if (boxes.length === 0) return null
  const ends = (end: keyof MapBox) => boxes.map((box) => box[end])
  return {
    minX: Math.min(...ends('minX')),
    minY: Math.min(...ends('minY')),
    maxX: Math.max(...ends('maxX')),
    maxY: Math.max(...ends('maxY')),
  }
}

const isPlaced = (map: CatalogMap) => 'isTransformed' in map && map.isTransformed
