import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { longitude180 } from '../../contract/worlds.ts'
import { EARTH_RADIUS_METRES, lonLatOf, mapPointOf, MAX_LATITUDE } from '../../contract/web-mercator.ts'

/** Side of deck.gl's and MapLibre's world at zoom 0, in common units (CSS px). */
export const COMMON_WORLD_SIZE = 512

const COMMON_PER_METRE = COMMON_WORLD_SIZE / (2 * WORLD_HALF_METRES)

/** EPSG:3857 metres of a longitude and latitude in degrees; latitudes are clamped to the square. */
export function lonLatToMercator(longitude: number, latitude: number): [x: number, y: number] {
  const [x, y] = mapPointOf(longitude, Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude)))
  return [x, y]
}

/** Degrees of EPSG:3857 metres; the longitude runs on as the easting does. */
export function mercatorToLonLat(x: number, y: number): [longitude: number, latitude: number] {
  const [longitude, latitude] = lonLatOf([x, y])
  return [longitude, latitude]
}

/** Degrees of EPSG:3857 metres, the longitude within ±180°: for whatever is read, or goes into an address. */
export function placeLonLat(x: number, y: number): [longitude: number, latitude: number] {
  const [longitude, latitude] = lonLatOf([x, y])
  return [longitude180(longitude), latitude]
}

/** Metres on the ground that one metre of EPSG:3857 stands for at northing `y` (cos of the latitude, spherical). */
export function groundScaleAt(y: number): number {
  return 1 / Math.cosh(y / EARTH_RADIUS_METRES)
}

/** deck.gl's common space (world 512, origin south-west) of a point in EPSG:3857 metres. */
export function mercatorToCommon(x: number, y: number): [x: number, y: number] {
  return [(x + WORLD_HALF_METRES) * COMMON_PER_METRE, (y + WORLD_HALF_METRES) * COMMON_PER_METRE]
}

/** A length in EPSG:3857 metres in deck.gl's common units. */
export function metresToCommon(metres: number): number {
  return metres * COMMON_PER_METRE
}

/** EPSG:3857 metres a CSS px shows at a MapLibre zoom (tiles of 512). */
export function metresPerPixelAt(zoom: number): number {
  return (2 * WORLD_HALF_METRES) / (COMMON_WORLD_SIZE * 2 ** zoom)
}

/** MapLibre zoom at which a CSS px shows `metresPerPixel` metres of EPSG:3857. */
export function zoomForMetresPerPixel(metresPerPixel: number): number {
  return Math.log2((2 * WORLD_HALF_METRES) / (COMMON_WORLD_SIZE * metresPerPixel))
}
