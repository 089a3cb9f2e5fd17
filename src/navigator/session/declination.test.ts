import { expect, it } from 'vitest'
import { loadDeclination } from './declination.ts'

// Values of NOAA's own test report of the World Magnetic Model 2020, at sea level on 1 January 2020.
it.each([
  [0, 80, -1.28],
  [120, 0, 0.16],
  [-120, -80, 69.36],
])('at %f° E, %f° N magnetic north lies %f° from true north', async (lon, lat, degrees) => {
  const declinationAt = await loadDeclination(new Date('2020-01-01T00:00:00Z'))
  expect(declinationAt(lon, lat)).toBeCloseTo(degrees, 1)
})

it('is known after the last year of the model as well', async () => {
  const declinationAt = await loadDeclination(new Date('2033-06-01T00:00:00Z'))
  expect(declinationAt(25.3, 54.7)).toBeGreaterThan(7)
  expect(declinationAt(25.3, 54.7)).toBeLessThan(12)
})
