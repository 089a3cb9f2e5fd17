import type { MapAttribute } from '../../contract/api/maps.ts'
import type { MapBox } from '../geometry/camera.ts'

/** The list whose maps are looked at; `catalog` while the address names one. */
export type ViewerTab = 'personal' | 'public' | 'favorite' | 'catalog'

/** Years that maps may be of; null: and earlier, and later. Never both. */
export interface ViewerTime {
  readonly from: number | null
  readonly to: number | null
}

/** What the maps of a list are narrowed to. */
export interface ViewerFilters {
  /** Searched in every attribute. */
  readonly q?: string
  readonly time?: ViewerTime
  readonly attributes: Partial<Record<MapAttribute, string>>
  /** What the maps lie in or touch, EPSG:3857 metres. */
  readonly box?: MapBox
}
