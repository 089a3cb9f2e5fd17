import type { Area, DatumOperation, DatumShift, Ellipsoid } from './reference-system.ts'

export type LonLat = readonly [lon: number, lat: number]
type Geocentric = readonly [x: number, y: number, z: number]

const WGS84: Ellipsoid = { semiMajorMetres: 6_378_137, inverseFlattening: 298.257223563 }
const DEGREES = 180 / Math.PI
const SECOND = 1 / 3600 / DEGREES

/**
 * Areas are rectangles: that of Russia holds Lithuania, which has an operation of its own. An area so many times that
 * of the smallest one around a place was not made for it, however accurate its operation is where it was.
 */
const MUCH_LARGER = 30

/** Longitude and latitude (degrees from Greenwich) of a datum on WGS 84. */
export function shiftedToWgs84([lon, lat]: LonLat, shift: DatumShift): LonLat {
  const [offsetLon, offsetLat] = shift.offsetSeconds
  const [x, y, z] = geocentricOf([lon + offsetLon / 3600, lat + offsetLat / 3600], shift.ellipsoid)
  const [tx, ty, tz] = shift.translationMetres
  const [rx, ry, rz] = shift.rotationSeconds.map((seconds) => seconds * SECOND) as [number, number, number]
  const scale = 1 + shift.scalePpm * 1e-6
  return geographicOf(
    [
      tx + scale * (x - rz * y + ry * z),
      ty + scale * (rz * x + y - rx * z),
      tz + scale * (-ry * x + rx * y + z),
    ],
    WGS84,
  )
}

/**
 * The inverse of {@link shiftedToWgs84}. The shift is all but constant around a place, so that taking away what is left
 * of the difference gains four digits each time.
 */
export function shiftedFromWgs84([lon, lat]: LonLat, shift: DatumShift): LonLat {
  let [ownLon, ownLat] = [lon, lat]
  for (let round = 0; round < 6; round++) {
    const [gotLon, gotLat] = shiftedToWgs84([ownLon, ownLat], shift)
    ownLon += within180(lon - gotLon)
    ownLat += lat - gotLat
  }
  return [ownLon, ownLat]
}

const within180 = (degrees: number) => degrees - 360 * Math.round(degrees / 360)

const eccentricitySquared = ({ inverseFlattening }: Ellipsoid): number => {
  const flattening = inverseFlattening === 0 ? 0 : 1 / inverseFlattening
  return flattening * (2 - flattening)
}

function geocentricOf([lon, lat]: LonLat, ellipsoid: Ellipsoid): Geocentric {
  const e2 = eccentricitySquared(ellipsoid)
  const [phi, lambda] = [lat / DEGREES, lon / DEGREES]
  const nu = ellipsoid.semiMajorMetres / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)
  return [
    nu * Math.cos(phi) * Math.cos(lambda),
    nu * Math.cos(phi) * Math.sin(lambda),
    nu * (1 - e2) * Math.sin(phi),
  ]
}

function geographicOf([x, y, z]: Geocentric, ellipsoid: Ellipsoid): LonLat {
  const e2 = eccentricitySquared(ellipsoid)
  const fromAxis = Math.hypot(x, y)
  let phi = Math.atan2(z, fromAxis * (1 - e2))
  for (let round = 0; round < 8; round++) {
    const nu = ellipsoid.semiMajorMetres / Math.sqrt(1 - e2 * Math.sin(phi) ** 2)
    phi = Math.atan2(z + e2 * nu * Math.sin(phi), fromAxis)
  }
  return [Math.atan2(y, x) * DEGREES, phi * DEGREES]
}

/** The operation for a place, and whether the place lies where it was made for. */
export interface OperationAtPlace {
  readonly operation: DatumOperation
  readonly isInside: boolean
}

/**
 * The most accurate operation of those made for a place; elsewhere the one whose area is nearest. Null where there is
 * none at all.
 * @param place on the system's own datum; next to areas of whole countries the difference does not matter
 */
export function operationAt(operations: readonly DatumOperation[], place: LonLat): OperationAtPlace | null {
  const around = operations.filter(({ area }) => degreesOutside(area, place) === 0)
  const smallest = Math.min(...around.map(({ area }) => squareDegrees(area)))
  const [best] = around
    .filter(({ area }) => squareDegrees(area) <= smallest * MUCH_LARGER)
    .toSorted(
      (one, other) =>
        (one.accuracyMetres ?? Infinity) - (other.accuracyMetres ?? Infinity) ||
        squareDegrees(one.area) - squareDegrees(other.area),
    )
  if (best) return { operation: best, isInside: true }
  const [nearest] = operations.toSorted(
    (one, other) => degreesOutside(one.area, place) - degreesOutside(other.area, place),
  )
  return nearest ? { operation: nearest, isInside: false } : null
}

function squareDegrees(area: Area | null): number {
  if (!area) return 180 * 360
  const width = area.east < area.west ? area.east + 360 - area.west : area.east - area.west
  return width * (area.north - area.south)
}

/** How far a place lies outside an area, degrees; 0 inside. */
function degreesOutside(area: Area | null, [lon, lat]: LonLat): number {
  if (!area) return 0
  const middle = area.east < area.west ? (area.west + area.east + 360) / 2 : (area.west + area.east) / 2
  const halfWidth = (area.east < area.west ? area.east + 360 - area.west : area.east - area.west) / 2
  const across = Math.max(0, Math.abs(within180(lon - middle)) - halfWidth)
  return Math.hypot(across, Math.max(0, area.south - lat, lat - area.north))
}
