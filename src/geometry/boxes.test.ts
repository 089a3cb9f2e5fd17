import { expect, it } from 'vitest'
import { mapPointOf } from '../../contract/web-mercator.ts'
import { besideBox, boxAroundAll, boxBeside, boxNear, placeNear } from './boxes.ts'

const x = (lon: number) => mapPointOf(lon, 0)[0]
const box = (west: number, east: number) => ({ minX: x(west), minY: 0, maxX: x(east), maxY: 1 })
const spanOf = (found: ReturnType<typeof boxAroundAll>) =>
  found && [found.minX, found.maxX].map((east) => Math.round((east / x(180)) * 180))

it('moves a box to where it lies nearest', () => {
  expect(spanOf(boxNear(box(-178, -176), x(170)))).toEqual([182, 184])
  expect(spanOf(boxBeside(box(182, 184), box(-180, -170)))).toEqual([-178, -176])
  const here = box(20, 30)
  expect(boxNear(here, x(100))).toBe(here)
})

it('moves a place to where it lies nearest', () => {
  expect(besideBox([x(-179.9), 5], box(176, 184))).toEqual([expect.closeTo(x(180.1), 3), 5])
  const here = [x(20), 5] as const
  expect(placeNear(here, x(100))).toBe(here)
})

it('puts a box around several, across the date line where that is narrower', () => {
  expect(boxAroundAll([])).toBeNull()
  expect(spanOf(boxAroundAll([box(20, 30), box(-10, 0)]))).toEqual([-10, 30])
  expect(spanOf(boxAroundAll([box(176, 184), box(-184, -176)]))).toEqual([176, 184])
  expect(spanOf(boxAroundAll([box(170, 175), box(-175, -170)]))).toEqual([170, 190])
  expect(spanOf(boxAroundAll([box(-175, -170), box(170, 175)]))).toEqual([-190, -170])
  // Most of the world is no narrower the other way round.
  expect(spanOf(boxAroundAll([box(20, 30), box(-120, -110), box(130, 140)]))).toEqual([-120, 140])
})
