import { describe, expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { outlinePolygons } from './outline-geojson.ts'

const ring = (...places: readonly (readonly [number, number])[]) =>
  places.map(([lon, lat]) => [...mapPointOf(lon, lat)] as [number, number])
const box = (west: number, south: number, east: number, north: number) =>
  ring([west, south], [east, south], [east, north], [west, north])

/** Twice the area, positive where a ring runs anticlockwise. */
const turn = (positions: readonly (readonly [number, number])[]) =>
  positions.reduce((sum, [x, y], at) => {
    const [x2, y2] = positions[(at + 1) % positions.length]!
    return sum + x * y2 - x2 * y
  }, 0)

describe('the outline of a map in GeoJSON', () => {
  it('is one polygon on one side of the date line', () => {
    expect(outlinePolygons([box(20, 50, 30, 60)])).toEqual([
      [
        [
          [20, 50],
          [30, 50],
          [30, 60],
          [20, 60],
          [20, 50],
        ],
      ],
    ])
  })

  it.each([
    ['from the west', 0],
    ['from the east', -360],
  ])('is cut at the line, holes with it: %s', (_, shift) => {
    const polygons = outlinePolygons([
      box(176 + shift, -20, 184 + shift, -10),
      box(179 + shift, -16, 181 + shift, -14).toReversed(),
    ])
    const spans = polygons.map((rings) =>
      rings.map((positions) => {
        const lons = positions.map(([lon]) => lon)
        return [Math.min(...lons), Math.max(...lons)]
      }),
    )
    expect(spans).toEqual([
      [
        [176, 180],
        [179, 180],
      ],
      [
        [-180, -176],
        [-180, -179],
      ],
    ])
    for (const [outer, hole] of polygons) {
      expect(turn(outer!)).toBeGreaterThan(0)
      expect(turn(hole!)).toBeLessThan(0)
      expect(outer!.at(-1)).toEqual(outer![0])
    }
  })

  it('of a map of the world from 20° W round has both parts', () => {
    const spans = outlinePolygons([box(-20, -80, 340, 80)]).map(([outer]) => {
      const lons = outer!.map(([lon]) => lon)
      return [Math.min(...lons), Math.max(...lons)]
    })
    expect(spans).toEqual([
      [-20, 180],
      [-180, -20],
    ])
  })
})
