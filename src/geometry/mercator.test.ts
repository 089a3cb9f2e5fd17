import proj4 from 'proj4'
import { describe, expect, it } from 'vitest'
import {
  groundScaleAt,
  lonLatToMercator,
  mercatorToCommon,
  mercatorToLonLat,
  metresPerPixelAt,
  metresToCommon,
  zoomForMetresPerPixel,
} from './mercator.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'

const PLACES = [
  [0, 0],
  [-179.9, 84.9],
  [25.28, 54.69],
  [151.2, -33.87],
] as const

describe('EPSG:3857', () => {
  it('agrees with proj4 to a micrometre', () => {
    for (const [lon, lat] of PLACES) {
      const [x, y] = lonLatToMercator(lon, lat)
      const [theirX = NaN, theirY = NaN] = proj4('EPSG:4326', 'EPSG:3857', [lon, lat])
      expect(x).toBeCloseTo(theirX, 6)
      expect(y).toBeCloseTo(theirY, 6)
    }
  })

  it('goes there and back', () => {
    for (const [lon, lat] of PLACES) {
      const [backLon, backLat] = mercatorToLonLat(...lonLatToMercator(lon, lat))
      expect(backLon).toBeCloseTo(lon, 10)
      expect(backLat).toBeCloseTo(lat, 10)
    }
  })

  it('ends at the corners of a square of 512 common units', () => {
    expect(mercatorToCommon(-WORLD_HALF_METRES, -WORLD_HALF_METRES)).toEqual([0, 0])
    expect(mercatorToCommon(WORLD_HALF_METRES, WORLD_HALF_METRES)).toEqual([
      expect.closeTo(512, 9),
      expect.closeTo(512, 9),
    ])
    expect(metresToCommon(2 * WORLD_HALF_METRES)).toBeCloseTo(512, 9)
    expect(lonLatToMercator(180, 90)[1]).toBeCloseTo(WORLD_HALF_METRES, 3)
  })

  it('is 1.74 times too long at 55 degrees', () => {
    expect(1 / groundScaleAt(lonLatToMercator(0, 55)[1])).toBeCloseTo(1.7434, 4)
  })

  it('turns zoom into metres a px and back', () => {
    expect(metresPerPixelAt(0)).toBeCloseTo(78_271.517, 3)
    expect(zoomForMetresPerPixel(metresPerPixelAt(17.3))).toBeCloseTo(17.3, 12)
  })
})
