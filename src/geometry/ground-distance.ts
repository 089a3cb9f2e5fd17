import { mercatorToLonLat } from './mercator.ts'

const EQUATORIAL_RADIUS = 6_378_137
const FLATTENING = 1 / 298.257223563
const POLAR_RADIUS = EQUATORIAL_RADIUS * (1 - FLATTENING)
const MAX_ROUNDS = 100

/**
 * Length of the geodesic on WGS84 between two points in EPSG:3857 metres, in metres (Vincenty 1975, inverse formula).
 * For nearly antipodal points, where the iteration does not settle, the great circle on a sphere of mean radius.
 */
export function geodesicMetres(a: readonly [number, number], b: readonly [number, number]): number {
  const [lonA, latA] = mercatorToLonLat(a[0], a[1]).map(radians) as [number, number]
  const [lonB, latB] = mercatorToLonLat(b[0], b[1]).map(radians) as [number, number]
  return vincenty(latA, latB, lonB - lonA) ?? greatCircle(latA, latB, lonB - lonA)
}

const radians = (degrees: number) => (degrees * Math.PI) / 180

function vincenty(latA: number, latB: number, difference: number): number | null {
  const reducedA = Math.atan((1 - FLATTENING) * Math.tan(latA))
  const reducedB = Math.atan((1 - FLATTENING) * Math.tan(latB))
  const [sinA, cosA] = [Math.sin(reducedA), Math.cos(reducedA)]
  const [sinB, cosB] = [Math.sin(reducedB), Math.cos(reducedB)]
  let lambda = difference
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)]
    const sinSigma = Math.hypot(cosB * sinLambda, cosA * sinB - sinA * cosB * cosLambda)
    if (sinSigma === 0) return 0
    const cosSigma = sinA * sinB + cosA * cosB * cosLambda
    const sigma = Math.atan2(sinSigma, cosSigma)
    const sinAlpha = (cosA * cosB * sinLambda) / sinSigma
    const cosSqAlpha = 1 - sinAlpha ** 2
    const cos2Middle = cosSqAlpha === 0 ? 0 : cosSigma - (2 * sinA * sinB) / cosSqAlpha
    const c = (FLATTENING / 16) * cosSqAlpha * (4 + FLATTENING * (4 - 3 * cosSqAlpha))
    const wave = cos2Middle + c * cosSigma * (2 * cos2Middle ** 2 - 1)
    const next = difference + (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * wave)
    if (Math.abs(next - lambda) < 1e-12) return arcLength(cosSqAlpha, sigma, sinSigma, cosSigma, cos2Middle)
    lambda = next
  }
  return null
}

function arcLength(
  cosSqAlpha: number,
  sigma: number,
  sinSigma: number,
  cosSigma: number,
  cos2Middle: number,
): number {
  const u = (cosSqAlpha * (EQUATORIAL_RADIUS ** 2 - POLAR_RADIUS ** 2)) / POLAR_RADIUS ** 2
  const scale = 1 + (u / 16384) * (4096 + u * (-768 + u * (320 - 175 * u)))
  const b = (u / 1024) * (256 + u * (-128 + u * (74 - 47 * u)))
  const cubic = (b / 6) * cos2Middle * (4 * sinSigma ** 2 - 3) * (4 * cos2Middle ** 2 - 3)
  const correction = b * sinSigma * (cos2Middle + (b / 4) * (cosSigma * (2 * cos2Middle ** 2 - 1) - cubic))
  return POLAR_RADIUS * scale * (sigma - correction)
}

function greatCircle(latA: number, latB: number, difference: number): number {
  const half =
    Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(difference / 2) ** 2
  const meanRadius = (2 * EQUATORIAL_RADIUS + POLAR_RADIUS) / 3
  return 2 * meanRadius * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Length of a line on the ground, metres. */
export function lineMetres(points: readonly (readonly [number, number])[]): number {
  return points.slice(1).reduce((sum, point, index) => sum + geodesicMetres(points[index] ?? point, point), 0)
}
