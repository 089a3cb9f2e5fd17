import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lonLatOf, mapPointOf } from '../contract/web-mercator.ts'
import type { ImagePoint } from '../contract/control-points.ts'
import { crossesDateLine, runOn } from './run-on.ts'

/** Points of a sheet in Web Mercator whose longitudes are written between −180° and 180°. */
const broken = (places: readonly (readonly [px: number, py: number, lon: number, lat: number])[]) =>
  places.map(([px, py, lon, lat]) => ({ image: [px, py] as ImagePoint, map: mapPointOf(wrapped(lon), lat) }))

const wrapped = (lon: number) => ((((lon + 180) % 360) + 360) % 360) - 180
const longitudes = (points: Parameters<typeof runOn>[0]) => runOn(points).map(({ map }) => lonLatOf(map)[0])

const expectLongitudes = (points: Parameters<typeof runOn>[0], expected: readonly number[]) => {
  for (const [index, lon] of longitudes(points).entries()) expect(lon).toBeCloseTo(expected[index] ?? NaN, 6)
}

describe('longitudes that run on', () => {
  it('pass 180° from a first point west of the date line, and −180° from one east of it', () => {
    const sheet = broken([
      [50, 50, 166.5, 69],
      [750, 50, 188.5, 69],
      [750, 550, 188.5, 61],
      [50, 550, 166.5, 61],
    ])
    expectLongitudes(sheet, [166.5, 188.5, 188.5, 166.5])
    expectLongitudes(sheet.toReversed(), [166.5, 188.5, 188.5, 166.5])
    expectLongitudes([...sheet.slice(1), ...sheet.slice(0, 1)], [-171.5, -171.5, -193.5, -193.5])
    expect(crossesDateLine(runOn(sheet))).toBe(true)
  })

  it('stay as they are on a map of the world, even where only its corners are known', () => {
    const world = broken([
      [80, 100, -144, 79.171],
      [720, 100, 144, 79.171],
      [720, 700, 144, -79.171],
      [80, 700, -144, -79.171],
    ])
    expect(runOn(world)).toEqual(world)
    expect(runOn(world.slice(0, 3))).toEqual(world.slice(0, 3))
    expect(crossesDateLine(world)).toBe(false)
  })

  it('run on over a map of the world that is cut through the Atlantic', () => {
    const lons = [-20, 60, 140, 220, 300]
    expectLongitudes(
      broken(
        lons.map((lon, index) => [index * 160, index % 2 === 0 ? 300 : 250, lon, index % 2 === 0 ? 0 : 24]),
      ),
      lons,
    )
  })

  it('are those of the shorter way between two points', () => {
    expectLongitudes(
      broken([
        [0, 0, 179, 10],
        [100, 0, 181, 10],
      ]),
      [179, 181],
    )
  })

  it('are brought back into the world where a file counts to 360°', () => {
    const sheet = [185, 190].map((lon, index) => ({
      image: [index * 100, 0] as ImagePoint,
      map: mapPointOf(lon, 10),
    }))
    expectLongitudes(sheet, [-175, -170])
  })

  it('are those of the sheet, however it is turned and wherever it lies', () => {
    const sheet = fc.record({
      west: fc.double({ min: -180, max: 180, noNaN: true }),
      width: fc.double({ min: 0.1, max: 170, noNaN: true }),
      turn: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      places: fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })), {
        minLength: 3,
        maxLength: 12,
      }),
    })
    fc.assert(
      fc.property(sheet, ({ west, width, turn, places }) => {
        const offsets = places.map(([across]) => (across / 100) * width)
        const points = places.map(([across, down], index) => ({
          image: [
            across * Math.cos(turn) - down * Math.sin(turn),
            across * Math.sin(turn) + down * Math.cos(turn),
          ] as ImagePoint,
          map: [
            mapPointOf(wrapped(west + (offsets[index] ?? 0)), 0)[0],
            mapPointOf((down / 100) * -width, 0)[0],
          ] as const,
        }))
        const lons = longitudes(points)
        for (const [index, lon] of lons.entries())
          expect(lon - (lons[0] ?? 0)).toBeCloseTo((offsets[index] ?? 0) - (offsets[0] ?? 0), 6)
      }),
    )
  })
})
