import { expect, it } from 'vitest'
import { groundAreaSquareMetres } from './ground-area.ts'
import { lonLatToMercator } from './mercator.ts'

const ring = (...places: [lon: number, lat: number][]) =>
  places.map(([lon, lat]) => lonLatToMercator(lon, lat))

it('is that of the ellipsoid', () => {
  const near = ring([25, 54], [25.01, 54], [25.01, 54.01], [25, 54.01])
  // Meridian arc 1 113.0 m by parallel arc 656.2 m at 54.005 degrees: (R_m · Δφ)(R_n cos φ · Δλ) = 729 970 m².
  const phi = (54.005 * Math.PI) / 180
  const e2 = 0.00669437999014
  const w = 1 - e2 * Math.sin(phi) ** 2
  const meridian = (6_378_137 * (1 - e2)) / w ** 1.5
  const parallel = (6_378_137 / Math.sqrt(w)) * Math.cos(phi)
  const step = (0.01 * Math.PI) / 180
  expect(groundAreaSquareMetres(near)).toBeCloseTo(meridian * step * parallel * step, 0)
})

it('of the whole square of the projection is that of the earth between its latitudes', () => {
  const world = ring([-180, -85], [180, -85], [180, 85], [-180, 85])
  // The earth has 510 065 621.7 km² (WGS84); the caps beyond 85 degrees are 0.38 % of it.
  expect(groundAreaSquareMetres(world) / 510_065_621.7e6).toBeCloseTo(0.9962, 4)
})

it('is the same either way round, and none of a line', () => {
  const triangle = ring([25, 54], [25.1, 54], [25, 54.1])
  expect(groundAreaSquareMetres(triangle.toReversed())).toBeCloseTo(groundAreaSquareMetres(triangle), 3)
  expect(groundAreaSquareMetres(triangle.slice(0, 2))).toBe(0)
})
