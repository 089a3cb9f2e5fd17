import type { MapFilters, VIEWER_FILTERS } from '../../map-search/filters.ts'

/** The list whose maps are looked at; `catalog` while the address names one. */
export type ViewerTab = 'personal' | 'public' | 'favorite' | 'catalog'

/** What the maps of a list are narrowed to. */
export type ViewerFilters = MapFilters<(typeof VIEWER_FILTERS)[number]>
