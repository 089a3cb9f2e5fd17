import type { MapPoint } from './control-points.ts'

/** Radius of the sphere of EPSG:3857, metres. */
export const EARTH_RADIUS_METRES = 6_378_137
/** Latitude at which the EPSG:3857 square ends, degrees. */
export const MAX_LATITUDE = 85.05112877980659
const DEGREES = 180 / Math.PI

/** WGS84 longitude and latitude in degrees of an EPSG:3857 point. */
export function lonLatOf([x, y]: MapPoint): readonly [lon: number, lat: number] {
  return [(x / EARTH_RADIUS_METRES) * DEGREES, Math.atan(Math.sinh(y / EARTH_RADIUS_METRES)) * DEGREES]
}

/** EPSG:3857 point of WGS84 longitude and latitude in degrees; infinite at the poles. */
export function mapPointOf(lon: number, lat: number): MapPoint {
  return [(lon / DEGREES) * EARTH_RADIUS_METRES, Math.asinh(Math.tan(lat / DEGREES)) * EARTH_RADIUS_METRES]
}
