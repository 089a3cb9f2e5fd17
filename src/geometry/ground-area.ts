import { mercatorToLonLat } from './mercator.ts'

const FLATTENING = 1 / 298.257223563
const ECCENTRICITY_SQ = FLATTENING * (2 - FLATTENING)
const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQ)
const EQUATORIAL_RADIUS = 6_378_137

/** Snyder 1987, (3-12): q of a latitude in radians; the area between equator and latitude is in proportion to it. */
function authalicQ(latitude: number): number {
  const sin = Math.sin(latitude)
  const e = ECCENTRICITY
  return (
    (1 - ECCENTRICITY_SQ) *
    (sin / (1 - ECCENTRICITY_SQ * sin ** 2) - (1 / (2 * e)) * Math.log((1 - e * sin) / (1 + e * sin)))
  )
}

/**
 * Area on WGS84 that a ring of EPSG:3857 points encloses, square metres; 0 of fewer than three. Between its points the
 * sides run as straight lines of the cylindrical equal-area projection, which at the size of a town is the same as a
 * geodesic to a millionth. A ring that crosses itself counts its parts against each other.
 */
export function groundAreaSquareMetres(ring: readonly (readonly [x: number, y: number])[]): number {
  const flat = ring.map(([x, y]) => {
    const [lon, lat] = mercatorToLonLat(x, y)
    return [(lon * Math.PI) / 180, authalicQ((lat * Math.PI) / 180)] as const
  })
  let twice = 0
  for (const [index, [x, y]] of flat.entries()) {
    const [nextX, nextY] = flat[(index + 1) % flat.length] ?? [x, y]
    twice += x * nextY - nextX * y
  }
  // The cylinder has the circumference of the equator and half of q's height.
  return (Math.abs(twice) / 2) * (EQUATORIAL_RADIUS ** 2 / 2)
}
