import { expect, it } from 'vitest'
import { mapPointOf } from '../../../contract/web-mercator.ts'
import { proposedSystems } from './proposed-systems.ts'

const around = (lon: number, lat: number) => {
  const [minX, minY] = mapPointOf(lon - 0.1, lat - 0.1)
  const [maxX, maxY] = mapPointOf(lon + 0.1, lat + 0.1)
  return { minX, minY, maxX, maxY }
}

it.each([
  ['Vilnius', 25.3, 54.7, [3346, 32635, 3035, 4326]],
  ['Basel', 7.6, 47.56, [2056, 32632, 3035, 4326]],
  ['Cape Town', 18.4, -33.9, [32734, 4326]],
  ['Fiji, beyond 180°', 180.5, -16.5, [3460, 32701, 4326]],
])('proposes what suits a map of %s', async (_, lon, lat, codes) => {
  const proposed = (await proposedSystems(around(lon, lat))).map(({ code }) => code)
  for (const code of codes) expect(proposed).toContain(code)
  expect(proposed.length).toBeLessThanOrEqual(5)
  expect(proposed).not.toContain(27700)
})
