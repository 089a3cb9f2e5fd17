import { expect, it } from 'vitest'
import { projectionOf } from './projection.ts'
import { systemOfProj } from './system-of-proj.ts'

/** Of 30° E, 50° N, by `gdaltransform -s_srs EPSG:4326 -t_srs` and the same text (GDAL 3.6, PROJ 9.1). */
const GOLDEN: readonly (readonly [text: string, x: number, y: number])[] = [
  ['+proj=laea +lat_0=52 +ellps=GRS80', 2082110.237, 212994.193],
  ['+proj=laea +R=6371000', 2320928.548, 5531949.869],
  ['+proj=eqdc +lat_1=40 +lat_2=60 +ellps=WGS84', 2062500.91, 5957970.613],
  ['+proj=lcc +lat_1=40 +lat_2=60 +ellps=WGS84', 2061237.674, 6563238.578],
  ['+proj=aea +lat_1=40 +lat_2=60 +ellps=WGS84', 2063965.028, 5587238.173],
  ['+proj=bonne +lat_1=45 +ellps=WGS84', 2102459.236, 947992.475],
  ['+proj=bonne +lat_1=45 +R=6371000', 2095978.706, 946850.916],
  ['+proj=sinu +ellps=WGS84', 2150872.608, 5540847.042],
  ['+proj=stere +lat_0=90 +lat_ts=70 +ellps=WGS84', 2255499.453, -3906639.648],
  ['+proj=stere +ellps=WGS84', 2640339.703, 6251166.607],
  ['+proj=cass +lat_0=50 +lon_0=28 +ellps=WGS84', 143374.416, 1917.433],
  ['+proj=tmerc +ellps=WGS84', 2129454.639, 5986512.697],
  ['+proj=eqc +lat_ts=55 +R=6371000', 1913363.693, 5559746.332],
  ['+proj=aeqd +lat_0=40 +R=6371000', 2104858.906, 1499778.56],
  ['+proj=poly +ellps=WGS84', 2093662.278, 5966452.288],
  ['+proj=gnom +lat_0=40 +R=6371000', 2228466.403, 1587852.812],
  ['+proj=cea +lat_ts=30 +ellps=WGS84', 2894588.408, 5614050.103],
  ['+proj=moll +R=6371000', 2279346.161, 5866899.666],
  ['+proj=merc +ellps=WGS84', 3339584.724, 6413524.594],
  ['+proj=mill +R=6371000', 3335847.799, 6075621.742],
  ['+proj=bonne +lat_1=90 +R=6371000', 2062143.77, -3940870.692],
]

it.each(GOLDEN)('computes %s, whatever it leaves out', async (text, x, y) => {
  const system = await systemOfProj(text)
  if (typeof system === 'string') throw new Error(system)
  const [east, north] = projectionOf(system)!.fromLonLat([30, 50])
  expect(Math.hypot(east - x, north - y)).toBeLessThan(0.01)
  const [lon, lat] = projectionOf(system)!.toLonLat(east, north)
  expect([lon, lat].map((degrees) => degrees.toFixed(6))).toEqual(['30.000000', '50.000000'])
})
