import fc from 'fast-check'
import { expect, it } from 'vitest'
import { pointProposals } from '../../../../contract/api/lettering.ts'
import { mapPointOf } from '../../../../contract/web-mercator.ts'
import { regionOf } from './region.ts'

const viewOf = (lon: number, lat: number, halfMetres: number) => {
  const [x, y] = mapPointOf(lon, lat)
  return { minX: x - halfMetres, minY: y - halfMetres, maxX: x + halfMetres, maxY: y + halfMetres }
}

it('a view of a country or less is a region, larger than a town at least', () => {
  const town = regionOf(viewOf(7.6, 47.5, 2_000))
  expect(town?.lon).toBeCloseTo(7.6)
  expect(town?.lat).toBeCloseTo(47.5)
  expect(town?.km).toBe(100)
  expect(regionOf(viewOf(24, 55, 300_000))?.km).toBeGreaterThan(200)
})

it('a view of more than a country is none', () => {
  expect(regionOf(viewOf(15, 50, 2_000_000))).toBeNull()
  expect(regionOf(viewOf(0, 0, 20_000_000))).toBeNull()
})

it('whatever region a view names, the API takes it', () => {
  const number = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true })
  fc.assert(
    fc.property(number(-900, 900), number(-85, 85), number(0.001, 3e6), (lon, lat, half) => {
      const near = regionOf(viewOf(lon, lat, half))
      if (near) expect(pointProposals.body.safeParse({ near }).success).toBe(true)
    }),
  )
})
