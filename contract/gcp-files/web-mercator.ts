import type { MapPoint } from '../control-points.ts'

/** Radius of the sphere of EPSG:3857, in metres. */
const RADIUS_METRES = 6_378_137
const DEGREES = 180 / Math.PI

/** WGS84 longitude and latitude in degrees of an EPSG:3857 point. */
export function lonLatOf([x, y]: MapPoint): readonly [lon: number, lat: number] {
  return [(x / RADIUS_METRES) * DEGREES, Math.atan(Math.sinh(y / RADIUS_METRES)) * DEGREES]
}

/** EPSG:3857 point of WGS84 longitude and latitude in degrees; infinite at the poles. */
export function mapPointOf(lon: number, lat: number): MapPoint {
  return [(lon / DEGREES) * RADIUS_METRES, Math.asinh(Math.tan(lat / DEGREES)) * RADIUS_METRES]
}
