import { describe, expect, it } from 'vitest'
import { geodesicMetres } from './ground-distance.ts'
import { lonLatToMercator } from './mercator.ts'

const between = (a: [number, number], b: [number, number]) =>
  geodesicMetres(lonLatToMercator(...a), lonLatToMercator(...b))

describe('a distance on the ground', () => {
  it('is the length of the geodesic on WGS84', () => {
    // One degree of the equator, and of the meridian from it: lengths of the ellipsoid's own definition.
    expect(between([0, 0], [1, 0])).toBeCloseTo(111_319.4908, 3)
    expect(between([0, 0], [0, 1])).toBeCloseTo(110_574.3886, 3)
  })

  it('does not depend on the direction', () => {
    const vilnius: [number, number] = [25.2798, 54.68916]
    const kaunas: [number, number] = [23.90909, 54.90156]
    expect(between(vilnius, kaunas)).toBeCloseTo(between(kaunas, vilnius), 6)
    expect(between(vilnius, vilnius)).toBe(0)
  })

  it('falls back to the sphere where the iteration does not settle, within half a per cent', () => {
    expect(between([0, 0.3], [179.9, -0.2])).toBeGreaterThan(19_900_000)
    expect(between([0, 0.3], [179.9, -0.2])).toBeLessThan(20_040_000)
  })
})
