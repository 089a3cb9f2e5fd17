import { describe, expect, it } from 'vitest'
import { mapPointOf } from './web-mercator.ts'
import {
  boxInWorld,
  easting180,
  eastingNearest,
  longitude180,
  longitudesOf,
  partsOf,
  plainLongitudesOf,
  WORLD_METRES,
  worldOf,
  worldsMeeting,
} from './worlds.ts'

const x = (lon: number) => mapPointOf(lon, 0)[0]
const box = (west: number, east: number) => ({ minX: x(west), minY: -1e6, maxX: x(east), maxY: 1e6 })
const metres = (value: number) => expect.closeTo(value, 3) as number

describe('the worlds beside ours', () => {
  it('lead back into it, whose edges both lie in it', () => {
    expect([180, -180, 179, 181, -181, 540, 0].map((lon) => Math.round(longitude180(lon)))).toEqual([
      180, -180, 179, -179, 179, -180, 0,
    ])
    expect(worldOf(x(180))).toBe(0)
    expect(easting180(x(181))).toBeCloseTo(x(-179), 3)
    expect(easting180(x(-359))).toBeCloseTo(x(1), 3)
  })

  it('have each place once, of which one is the nearest', () => {
    expect(eastingNearest(x(181), x(-179))).toBeCloseTo(x(181), 3)
    expect(eastingNearest(x(-179), x(181))).toBeCloseTo(x(-179), 3)
    expect(eastingNearest(x(10), x(20))).toBe(x(20))
    expect(boxInWorld(box(359, 361))).toMatchObject({ minX: metres(x(-1)), maxX: metres(x(1)) })
  })

  it.each([
    ['on one side', [20, 30], [[20, 30]]],
    ['up to the line', [20, 180], [[20, 180]]],
    ['the whole world', [-180, 180], [[-180, 180]]],
    [
      'across it',
      [170, 190],
      [
        [170, 180],
        [-180, -170],
      ],
    ],
    [
      'across it from the east',
      [-190, -170],
      [
        [170, 180],
        [-180, -170],
      ],
    ],
    [
      'the world from 20° W round',
      [-20, 340],
      [
        [-20, 180],
        [-180, -20],
      ],
    ],
    ['beyond it', [185, 190], [[-175, -170]]],
  ] as const)('cut a box at the date line: %s', (_, [west, east], expected) => {
    expect(partsOf(box(west, east)).map((part) => [part.box.minX, part.box.maxX])).toEqual(
      expected.map(([from, to]) => [metres(x(from)), metres(x(to))]),
    )
  })

  it('end at the line where a box does but for rounding', () => {
    const whole = { minX: -20_037_509, minY: 0, maxX: 20_037_509, maxY: 1 }
    expect(partsOf(whole)).toHaveLength(1)
    expect(longitudesOf(whole)).toEqual([-180, 180])
  })

  it('tell the edges of a box in degrees, and for what knows no box across the line', () => {
    const about = (degrees: number) => expect.closeTo(degrees, 6) as number
    expect(longitudesOf(box(170, 190))).toEqual([about(170), about(-170)])
    expect(longitudesOf(box(-20, 340))).toEqual([-180, 180])
    expect(longitudesOf(box(185, 190))).toEqual([about(-175), about(-170)])
    expect(plainLongitudesOf(box(170, 190))).toEqual([-180, 180])
    expect(plainLongitudesOf(box(20, 30))).toEqual([about(20), about(30)])
  })

  it('tell where a box meets another, and not where they touch', () => {
    const meeting = (a: ReturnType<typeof box>, b: ReturnType<typeof box>) =>
      worldsMeeting(a, b).map((world) => Math.round(world / WORLD_METRES))
    expect(meeting(box(-179, -178), box(176, 184))).toEqual([1])
    expect(meeting(box(178, 179), box(176, 184))).toEqual([0])
    expect(meeting(box(-180, 180), box(176, 184))).toEqual([0, 1])
    expect(meeting(box(178, 179), box(-184, -176))).toEqual([-1])
    expect(meeting(box(0, 10), box(176, 184))).toEqual([])
    expect(meeting(box(0, 10), box(10, 20))).toEqual([])
    expect(worldsMeeting(box(0, 10), { ...box(0, 10), minY: 2e6, maxY: 3e6 })).toEqual([])
  })
})
