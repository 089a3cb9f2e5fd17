import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import { useCatalogMaps } from '../queries/catalog-map-queries.ts'

/** So many maps of a catalog are laid over one another at once. */
const MOST_AT_ONCE = 12

/** The placed maps of a catalog in its own order, by their ids, and those that are shown at once. */
export function useCatalogStack(catalogId: string | undefined) {
  const { data } = useCatalogMaps(catalogId === undefined ? null : { id: catalogId })
  const order = (data?.maps ?? []).filter(isPlaced).map(({ id }) => id)
  return { order, showable: order.slice(0, MOST_AT_ONCE) }
}

const isPlaced = (map: CatalogMap) => 'isTransformed' in map && map.isTransformed
