import { expect, it } from 'vitest'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { groundFilter } from './ground-filter.ts'

const x = (lon: number) => mapPointOf(lon, 0)[0]
const box = (west: number, east: number) => ({ minX: x(west), minY: 0, maxX: x(east), maxY: 1e6 })

it('finds the ground of a region across the date line in tiles on both sides', () => {
  const region = groundFilter({ kind: 'box', box: box(178, 182) })
  const holds = (west: number, east: number) => region.within(box(west, east)) !== null
  expect([holds(179, 180), holds(-180, -179), holds(170, 175), holds(-175, -170)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([holds(-180, 0), holds(0, 180), holds(-180, 180)]).toEqual([true, true, true])
})

it('finds that of a way counted from another world', () => {
  const lines = [[181, 182].map((lon) => [x(lon), 5e5] as const)]
  const region = groundFilter({ kind: 'corridor', lines, metres: 1000 })
  expect(region.within(box(-180, -178))).not.toBeNull()
  expect(region.within(box(178, 180))).toBeNull()
})
