/** Where the built tiles of the embedded base map lie, below the project's folder. */
export const BASE_MAP_ARCHIVE = ['dist', 'base-map.pmtiles'] as const
