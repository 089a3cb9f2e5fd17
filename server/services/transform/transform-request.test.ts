import { expect, it } from 'vitest'
import { transformationInputSchema } from '../../../contract/rules/control-points.ts'
import { Refusal } from '../refusal.ts'
import { requirePairs } from './transform-request.ts'

const EAST = 21_000_000

const inputOf = (eastings: readonly number[], disabled: number[] = []) =>
  transformationInputSchema.parse({
    mapPoints: eastings.map((x, index) => [x, index * 1000]),
    imagePoints: eastings.map((_, index) => ({ pixelX: index * 10, pixelY: index * index })),
    disabled,
  })

it('refuses to publish points on both sides of the date line, which a draft may hold', () => {
  const refused = (() => {
    try {
      return requirePairs(inputOf([19e6, 19.5e6, 20e6, EAST]))
    } catch (error) {
      return error
    }
  })()
  expect(refused).toBeInstanceOf(Refusal)
  expect(refused).toMatchObject({ status: 400, messageKey: 'errors.transform.acrossDateLine' })
})

it('counts no point that is switched off, and publishes a sheet wider than half the world', () => {
  expect(requirePairs(inputOf([19e6, 19.5e6, 20e6, EAST], [3]))).toHaveLength(3)
  expect(requirePairs(inputOf([-19e6, 0, 19e6]))).toHaveLength(3)
})

it('takes no easting further than one world from the first, and no northing beyond the world', () => {
  expect(() => inputOf([0, 1, 61e6])).toThrow(/./)
  expect(
    transformationInputSchema.safeParse({ mapPoints: [[0, EAST]], imagePoints: [{ pixelX: 0, pixelY: 0 }] })
      .success,
  ).toBe(false)
})
