import { expect, it } from 'vitest'
import { lks94Of, utmOf } from './ground-grids.ts'

// GDAL 3.6.2: echo "25.2797 54.6872" | gdaltransform -s_srs OGC:CRS84 -t_srs EPSG:3346 (EPSG:32635)
it('agrees with another program', () => {
  const lks = lks94Of(25.2797, 54.6872)
  const utm = utmOf(25.2797, 54.6872)
  expect(lks?.east).toBeCloseTo(GOLDEN.lks[0], 2)
  expect(lks?.north).toBeCloseTo(GOLDEN.lks[1], 2)
  expect(utm?.east).toBeCloseTo(GOLDEN.utm[0], 2)
  expect(utm?.north).toBeCloseTo(GOLDEN.utm[1], 2)
})
const GOLDEN = { lks: [582510.3673, 6061948.683], utm: [389106.012, 6061342.9052] } as const

it('names the zone and its band', () => {
  const zone = (lon: number, lat: number) => utmOf(lon, lat)?.zone
  expect([zone(25.28, 54.69), zone(-58.4, -34.6), zone(5, 60), zone(15, 78), zone(180, 0)]).toEqual([
    '35U',
    '21H',
    '32V',
    '33X',
    '1N',
  ])
  expect(utmOf(0, 85)).toBeNull()
})

it('has no place in LKS-94 outside Lithuania', () => {
  expect(lks94Of(2.35, 48.85)).toBeNull()
})
