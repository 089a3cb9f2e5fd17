/** Mean radius of the earth [km]. */
export const EARTH_KM = 6371

/** A stereographic plane [km, x to the east, y to the north] that touches the sphere at one place. */
export interface LocalPlane {
  /** Unit vectors of the centre, of east and of north there. */
  readonly centre: readonly [number, number, number]
  readonly east: readonly [number, number, number]
  readonly north: readonly [number, number, number]
}

/** Conformal, so that a regional map stays similar to itself at any latitude. `centre` need not have length 1. */
export function localPlane(x: number, y: number, z: number): LocalPlane {
  const length = Math.hypot(x, y, z) || 1
  const [cx, cy, cz] = [x / length, y / length, z / length]
  const across = Math.hypot(cx, cy)
  // At a pole any direction may be east.
  const [ex, ey] = across > 1e-9 ? [-cy / across, cx / across] : [0, 1]
  return { centre: [cx, cy, cz], east: [ex, ey, 0], north: [-cz * ey, cz * ex, cx * ey - cy * ex] }
}

export function unitVector(lon: number, lat: number): [number, number, number] {
  const longitude = (lon * Math.PI) / 180
  const latitude = (lat * Math.PI) / 180
  return [
    Math.cos(latitude) * Math.cos(longitude),
    Math.cos(latitude) * Math.sin(longitude),
    Math.sin(latitude),
  ]
}

/** Place of a unit vector in the plane [km]; the other end of the earth lies at infinity. */
export function toPlane(plane: LocalPlane, x: number, y: number, z: number): [number, number] {
  const { centre, east, north } = plane
  const scale = (2 * EARTH_KM) / (1 + x * centre[0] + y * centre[1] + z * centre[2])
  return [scale * (x * east[0] + y * east[1]), scale * (x * north[0] + y * north[1] + z * north[2])]
}
