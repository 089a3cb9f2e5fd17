/** Deepest zoom that is cut; MapLibre shows it larger beyond. One unit of such a tile is 76 m, finer than the data. */
export const BASE_MAP_MAX_ZOOM = 7
