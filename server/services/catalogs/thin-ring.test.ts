import { expect, it } from 'vitest'
import { thinRing } from './thin-ring.ts'

/** A bowed sheet: `count` places on each side, the four corners at 0 and 1,000. */
function sheet(count: number): [number, number][] {
  const sides = [
    (along: number): [number, number] => [1000 * along, 8 * Math.sin(Math.PI * along)],
    (along: number): [number, number] => [1000 - 8 * Math.sin(Math.PI * along), 1000 * along],
    (along: number): [number, number] => [1000 * (1 - along), 1000 - 8 * Math.sin(Math.PI * along)],
    (along: number): [number, number] => [8 * Math.sin(Math.PI * along), 1000 * (1 - along)],
  ]
  return sides.flatMap((side) => Array.from({ length: count }, (_, step) => side(step / count)))
}

it.each([7, 13, 60, 1000])('keeps the corners of a sheet with %i places on each side', (count) => {
  const thin = thinRing(sheet(count), 24)
  expect(thin.length).toBeLessThanOrEqual(24)
  for (const corner of [
    [0, 0],
    [1000, 0],
    [1000, 1000],
    [0, 1000],
  ] as const)
    expect(Math.min(...thin.map(([x, y]) => Math.hypot(x - corner[0], y - corner[1])))).toBeLessThan(5)
})

it('leaves a ring alone that has few, and three at least', () => {
  expect(thinRing(sheet(3), 24)).toEqual(sheet(3))
  expect(thinRing(sheet(20), 1)).toHaveLength(3)
})
