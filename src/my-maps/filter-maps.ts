import type { MapSummary } from '../../contract/api/map-record.ts'

export const MAP_TABS = [
  'all',
  'public',
  'private',
  'transformed',
  'untransformed',
  'public-untransformed',
  'failed',
] as const
export type MapTab = (typeof MAP_TABS)[number]

const IN_TAB: Record<MapTab, (map: MapSummary) => boolean> = {
  all: () => true,
  public: (map) => map.isPublic,
  private: (map) => !map.isPublic,
  transformed: (map) => map.isTransformed,
  untransformed: (map) => !map.isTransformed,
  'public-untransformed': (map) => map.isPublic && !map.isTransformed,
  failed: ({ processing }) => processing.state === 'failed',
}

/** How many maps each tab holds. */
export function tabCounts(maps: readonly MapSummary[]): Record<MapTab, number> {
  const counts = MAP_TABS.map((tab) => [tab, maps.filter(IN_TAB[tab]).length])
  return Object.fromEntries(counts) as Record<MapTab, number>
}

export function mapsInTab(maps: readonly MapSummary[], tab: MapTab): MapSummary[] {
  return maps.filter(IN_TAB[tab])
}
