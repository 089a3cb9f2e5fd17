/** Half the side of the EPSG:3857 square world, metres. */
export const HALF_WORLD_METRES = 20_037_508.342789244

/** Side of deck.gl's and MapLibre's world at zoom 0, in common units (CSS px). */
export const COMMON_WORLD_SIZE = 512

const COMMON_PER_METRE = COMMON_WORLD_SIZE / (2 * HALF_WORLD_METRES)

/** Latitude at which the EPSG:3857 square ends, degrees. */
export const MAX_LATITUDE = 85.05112877980659

const EARTH_RADIUS_METRES = 6_378_137

/** EPSG:3857 metres of a place given in degrees; latitudes are clamped to the square. */
export function lonLatToMercator(longitude: number, latitude: number): [x: number, y: number] {
  const clamped = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude))
  const phi = (clamped * Math.PI) / 180
  return [
    (longitude / 180) * HALF_WORLD_METRES,
    EARTH_RADIUS_METRES * Math.log(Math.tan(Math.PI / 4 + phi / 2)),
  ]
}

/** Degrees of a place given in EPSG:3857 metres. */
export function mercatorToLonLat(x: number, y: number): [longitude: number, latitude: number] {
  return [(x / HALF_WORLD_METRES) * 180, latitudeAt(y)]
}

/** Latitude of an EPSG:3857 northing, degrees. */
export function latitudeAt(y: number): number {
  return (Math.atan(Math.sinh(y / EARTH_RADIUS_METRES)) * 180) / Math.PI
}

/** Metres on the ground that one metre of EPSG:3857 stands for at northing `y` (cos of the latitude, spherical). */
export function groundScaleAt(y: number): number {
  return 1 / Math.cosh(y / EARTH_RADIUS_METRES)
}

/** deck.gl's common space (world 512, origin south-west) of a place in EPSG:3857 metres. */
export function mercatorToCommon(x: number, y: number): [x: number, y: number] {
  return [(x + HALF_WORLD_METRES) * COMMON_PER_METRE, (y + HALF_WORLD_METRES) * COMMON_PER_METRE]
}

/** A length in EPSG:3857 metres in deck.gl's common units. */
export function metresToCommon(metres: number): number {
  return metres * COMMON_PER_METRE
}

/** EPSG:3857 metres a CSS px shows at a MapLibre zoom (tiles of 512). */
export function metresPerPixelAt(zoom: number): number {
  return (2 * HALF_WORLD_METRES) / (COMMON_WORLD_SIZE * 2 ** zoom)
}

/** MapLibre zoom at which a CSS px shows `metresPerPixel` metres of EPSG:3857. */
export function zoomForMetresPerPixel(metresPerPixel: number): number {
  return Math.log2((2 * HALF_WORLD_METRES) / (COMMON_WORLD_SIZE * metresPerPixel))
}
