import { describe, expect, it } from 'vitest'
import type { MapPoint, SheetPlacement } from '../../contract/control-points.ts'
import {
  areSpread,
  imageOnSheet,
  movedSheet,
  moveOfTwo,
  placeOnSheet,
  sheetCorners,
  sheetInView,
  sheetThrough,
  viewForSheet,
} from './sheet-placement.ts'

const SCAN = { width: 800, height: 600 }
const LAID: SheetPlacement = { centre: [2_800_000, 7_300_000], metresPerPx: 12.5, turnDegrees: 33 }
const near = (a: readonly number[], b: readonly number[], digits = 6) =>
  a.forEach((value, at) => expect(value).toBeCloseTo(b[at] ?? NaN, digits))

describe('a sheet laid on the map', () => {
  it('shows each image point at a place, and leads back from there', () => {
    for (const turnDegrees of [0, 33, 90, -120, 180])
      for (const image of [
        [0, 0],
        [800, 0],
        [123.4, 567.8],
        [-40, 900],
      ] as const)
        near(
          imageOnSheet({ ...LAID, turnDegrees }, SCAN, placeOnSheet({ ...LAID, turnDegrees }, SCAN, image)),
          image,
        )
  })

  it('turned to the right has its upper edge in the east', () => {
    const [east, north] = placeOnSheet({ ...LAID, turnDegrees: 90 }, SCAN, [400, 0])
    near([east - LAID.centre[0], north - LAID.centre[1]], [300 * 12.5, 0])
  })

  it('is taken by two fingers to where they go', () => {
    const [a, b] = [placeOnSheet(LAID, SCAN, [200, 200]), placeOnSheet(LAID, SCAN, [650, 480])]
    const to: [MapPoint, MapPoint] = [
      [2_801_000, 7_303_000],
      [2_799_000, 7_296_000],
    ]
    const moved = movedSheet(LAID, moveOfTwo([a, b], to))
    near(placeOnSheet(moved, SCAN, [200, 200]), to[0], 3)
    near(placeOnSheet(moved, SCAN, [650, 480]), to[1], 3)
    // Fingers on one spot say nothing of turn and scale.
    expect(movedSheet(LAID, moveOfTwo([a, a], to)).turnDegrees).toBeCloseTo(33)
  })

  it('stays in the world and at a scale that can be drawn, however it is thrown', () => {
    const thrown = movedSheet(LAID, { about: LAID.centre, to: [9e9, -9e9], scale: 1e12, turnDegrees: 900 })
    expect(Math.max(...thrown.centre.map(Math.abs))).toBeLessThanOrEqual(20_037_508.35)
    expect(thrown.metresPerPx).toBe(1e6)
    expect(Math.abs(thrown.turnDegrees)).toBeLessThanOrEqual(180)
  })

  it('comes to lie on the other side where it is drawn over the date line', () => {
    const edge = 20_037_508.342789244
    const move = { about: [edge - 1000, 0], to: [edge + 2000, 0], scale: 1, turnDegrees: 0 } as const
    near(movedSheet({ ...LAID, centre: [edge - 1000, 0] }, move).centre, [-edge + 2000, 0], 3)
    const camera = { centre: [edge + 5000, 0], zoom: 10, bearing: 0 } as const
    near(sheetInView(SCAN, camera, { width: 640, height: 700 }).centre, [-edge + 5000, 0], 3)
  })

  it('is first laid upright in the middle of a turned view', () => {
    const camera = { centre: [1000, 2000], zoom: 10, bearing: 40 } as const
    const pane = { width: 640, height: 700 }
    const first = sheetInView(SCAN, camera, pane)
    expect(first).toMatchObject({ centre: [1000, 2000], turnDegrees: 40 })
  })

  it('covers a country in the view that is chosen for it, within what it covers at most', () => {
    const pane = { width: 640, height: 480 }
    const box = { minX: 2_000_000, minY: 7_000_000, maxX: 2_400_000, maxY: 7_300_000 }
    const { centre, zoom } = viewForSheet(box, pane)
    const { metresPerPx } = sheetInView(SCAN, { centre, zoom, bearing: 0 }, pane)
    expect(centre).toEqual([2_200_000, 7_150_000])
    near([metresPerPx * SCAN.width, metresPerPx * SCAN.height], [400_000, 300_000])
  })
})

describe('points on a laid sheet', () => {
  const truth: SheetPlacement = { centre: [2_900_000, 7_200_000], metresPerPx: 10, turnDegrees: -20 }
  const at = (x: number, y: number) => ({
    image: [x, y] as const,
    map: placeOnSheet(truth, SCAN, [x, y]),
  })

  it('shift it when there is one, and turn and scale it as well from the second on', () => {
    const one = sheetThrough(LAID, SCAN, [at(100, 80)])
    expect(one).toMatchObject({ metresPerPx: 12.5, turnDegrees: 33 })
    near(placeOnSheet(one, SCAN, [100, 80]), at(100, 80).map, 4)
    const two = sheetThrough(LAID, SCAN, [at(100, 80), at(700, 500)])
    expect(two.metresPerPx).toBeCloseTo(10)
    expect(two.turnDegrees).toBeCloseTo(-20)
    sheetCorners(two, SCAN).forEach((corner, index) => near(corner, sheetCorners(truth, SCAN)[index]!, 3))
  })

  it('close together do not turn it by their errors', () => {
    expect(sheetThrough(LAID, SCAN, [at(100, 80), at(110, 84)])).toMatchObject({
      metresPerPx: 12.5,
      turnDegrees: 33,
    })
  })

  it('hold it when there are three well off one line', () => {
    expect(areSpread([at(10, 10), at(400, 12), at(790, 15)], SCAN)).toBe(false)
    expect(areSpread([at(10, 10), at(790, 590)], SCAN)).toBe(false)
    expect(areSpread([at(10, 10), at(400, 200), at(790, 15)], SCAN)).toBe(true)
  })
})
