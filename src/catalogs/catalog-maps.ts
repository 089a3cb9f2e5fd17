import type { Catalog } from '../../contract/api/catalogs.ts'
import type { ViewedMap } from '../map-record/quick-view/viewed-maps.ts'

/** The transformed maps of a catalog as a quick view takes them: overlays, no scans. */
export function viewedMaps({ transformedMaps }: Catalog): ViewedMap[] {
  return transformedMaps.map(({ id, title, tiffUrl }) => ({
    id,
    title,
    convertedPath: null,
    transformedPath: tiffUrl,
  }))
}
