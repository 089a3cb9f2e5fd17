/**
 * Where a position on the Earth lies on the drawn map: a closed formula, so that control points and check points of the map are exact.
 *
 * Equidistant conic on the sphere (Snyder 1987, p. 113), turned, laid on the sheet, and bent by smooth waves as paper
 * bends over two centuries:
 * x, y = conic(lon, lat) / metresPerPx; a, b = (x, y) turned; px = W/2 + a + Σ ax·sin(2π(a·fx + b·fy)/W + phase), and
 * likewise py.
 */
export const SHEET = {
  width: 3000,
  height: 2400,
  /** Centre of the sheet, in degrees. */
  lon: 23.55,
  lat: 55.75,
  /** Parallels that keep their length, in degrees. */
  parallels: [54, 57.5],
  earthRadiusMetres: 6_371_000,
  metresPerPx: 188,
  rotationDegrees: 3.2,
  waves: [
    { ax: 17, ay: -9, fx: 0.8, fy: 0.5, phase: 0.3 },
    { ax: -10, ay: 14, fx: -0.6, fy: 1.1, phase: 1.1 },
    { ax: 5, ay: 4, fx: 2.1, fy: -1.4, phase: 2 },
  ],
} as const

export type Pixel = [px: number, py: number]

const radians = (degrees: number) => (degrees * Math.PI) / 180

const CONE = (() => {
  const [first, second] = [radians(SHEET.parallels[0]), radians(SHEET.parallels[1])]
  const n = (Math.cos(first) - Math.cos(second)) / (second - first)
  const g = Math.cos(first) / n + first
  return { n, g, rho0: g - radians(SHEET.lat) }
})()
const COS = Math.cos(radians(SHEET.rotationDegrees))
const SIN = Math.sin(radians(SHEET.rotationDegrees))

/** Pixel of a position: origin at the outer top-left corner of the sheet, y down. Degrees on the sphere. */
export function toSheet(lon: number, lat: number): Pixel {
  const rho = CONE.g - radians(lat)
  const theta = CONE.n * radians(lon - SHEET.lon)
  const scale = SHEET.earthRadiusMetres / SHEET.metresPerPx
  const x = scale * rho * Math.sin(theta)
  const y = -scale * (CONE.rho0 - rho * Math.cos(theta))
  const a = x * COS - y * SIN
  const b = x * SIN + y * COS
  let px = SHEET.width / 2 + a
  let py = SHEET.height / 2 + b
  for (const wave of SHEET.waves) {
    const swing = Math.sin((2 * Math.PI * (a * wave.fx + b * wave.fy)) / SHEET.width + wave.phase)
    px += wave.ax * swing
    py += wave.ay * swing
  }
  return [px, py]
}

/** The position at a pixel, by Newton's method on `toSheet`; throws where it does not converge (far off the sheet). */
export function fromSheet(px: number, py: number): [lon: number, lat: number] {
  let lon: number = SHEET.lon
  let lat: number = SHEET.lat
  const h = 1e-5
  for (let step = 0; step < 40; step++) {
    const [x, y] = toSheet(lon, lat)
    const [ex, ey] = [px - x, py - y]
    if (Math.abs(ex) + Math.abs(ey) < 1e-9) return [lon, lat]
    const east = toSheet(lon + h, lat)
    const north = toSheet(lon, lat + h)
    const [a, b] = [(east[0] - x) / h, (north[0] - x) / h]
    const [c, d] = [(east[1] - y) / h, (north[1] - y) / h]
    const det = a * d - b * c
    lon += (d * ex - b * ey) / det
    lat += (a * ey - c * ex) / det
    if (step > 30 && Math.abs(ex) + Math.abs(ey) < 1e-6) return [lon, lat]
  }
  throw new Error(`no position at pixel ${px}, ${py}`)
}
