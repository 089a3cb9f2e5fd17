import { expect, it } from 'vitest'
import { WORLD_METRES } from '../../../contract/worlds.ts'
import { transformationInputSchema } from '../../../contract/rules/control-points.ts'
import { requirePairs } from './transform-request.ts'

const EAST = 21_000_000

const inputOf = (eastings: readonly number[], disabled: number[] = []) =>
  transformationInputSchema.parse({
    mapPoints: eastings.map((x, index) => [x, index * 1000]),
    imagePoints: eastings.map((_, index) => ({ pixelX: index * 10, pixelY: index * index })),
    disabled,
  })
const eastingsOf = (...input: Parameters<typeof inputOf>) =>
  requirePairs(inputOf(...input)).map(({ map }) => map[0])

it('publishes points on both sides of the date line as they run on, and a sheet wider than half the world', () => {
  expect(eastingsOf([19e6, 19.5e6, 20e6, EAST])).toEqual([19e6, 19.5e6, 20e6, EAST])
  expect(eastingsOf([-19e6, 0, 19e6])).toEqual([-19e6, 0, 19e6])
})

it('brings points that are counted from another world into ours together, by the first that counts', () => {
  expect(eastingsOf([EAST, 20e6, 22e6])).toEqual([EAST, 20e6, 22e6].map((x) => x - WORLD_METRES))
  expect(eastingsOf([19e6, -EAST, -22e6, -20.5e6], [0])).toEqual(
    [-EAST, -22e6, -20.5e6].map((x) => x + WORLD_METRES),
  )
})

it('takes no easting further than one world from the first, and no northing beyond the world', () => {
  expect(() => inputOf([0, 1, 61e6])).toThrow(/./)
  expect(
    transformationInputSchema.safeParse({ mapPoints: [[0, EAST]], imagePoints: [{ pixelX: 0, pixelY: 0 }] })
      .success,
  ).toBe(false)
})
