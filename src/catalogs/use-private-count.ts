import type { Catalog } from '../../contract/api/catalogs.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { useCatalogMaps } from '../queries/catalog-map-queries.ts'

export interface PrivateCount {
  /** Of so many maps of a catalog so many are private. */
  readonly count: { readonly hidden: number; readonly total: number }
}

/** How many maps of a catalog others do not see, and the reader's own maps in it; none until its maps have come. */
export function usePrivateCount({ id }: Catalog): PrivateCount & { readonly own: readonly MapSummary[] } {
  const maps = useCatalogMaps({ id }).data?.maps ?? []
  const seen = maps.flatMap((map) => ('hidden' in map ? [] : [map]))
  const open = seen.filter(({ isPublic }) => isPublic)
  return {
    count: { hidden: maps.length - open.length, total: maps.length },
    own: seen.filter(({ isOwner }) => isOwner),
  }
}
