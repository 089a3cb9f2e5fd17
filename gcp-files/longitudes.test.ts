import { expect, it } from 'vitest'
import { lonLatOf, mapPointOf } from '../contract/web-mercator.ts'
import type { ImagePoint } from '../contract/control-points.ts'
import { fileLonLats } from './longitudes.ts'
import { runOn } from './run-on.ts'

const lonsOf = (lons: readonly number[]) =>
  fileLonLats(lons.map((lon) => mapPointOf(lon, 10))).map(([lon]) => Math.round(lon * 1e6) / 1e6)

it('are written within ±180°, on whichever side of the date line their sheet runs on', () => {
  expect(lonsOf([176, 180, 184])).toEqual([176, 180, -176])
  expect(lonsOf([-176, -184])).toEqual([-176, 176])
  expect(lonsOf([20, 30])).toEqual([20, 30])
})

it('run on in a file of a sheet round the whole world, both edges of which would be one', () => {
  expect(lonsOf([-20, 160, 340])).toEqual([-20, 160, 340])
  expect(lonsOf([-180, 0, 180])).toEqual([-180, 0, 180])
})

it('lead back to the same points', () => {
  for (const lons of [
    [176, 180, 184, 179],
    [-176, -184, -178, -182],
    [-20, 60, 140, 220, 300],
  ]) {
    const map = lons.map((lon, index) => mapPointOf(lon, index * 3))
    const read = fileLonLats(map).map(([lon, lat], index) => ({
      image: [(lons[index]! - lons[0]!) * 10, index * -30] as ImagePoint,
      map: mapPointOf(lon, lat),
    }))
    const back = runOn(read).map((point) => Math.round(lonLatOf(point.map)[0]))
    expect(back).toEqual(lons)
  }
})
