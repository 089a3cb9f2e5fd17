import { expect, it } from 'vitest'
import { systemOfCode } from '../../../gcp-files/reference-systems/epsg-register.ts'
import { codeOfKeys, isPixelAPoint, wktOfKeys, type GeoKeys } from './geo-keys.ts'

const keys = (...entries: [number, readonly number[] | string][]): GeoKeys => new Map(entries)
const PROJECTED: [number, readonly number[]] = [1024, [1]]
const ON_WGS84: [number, readonly number[]] = [2048, [4326]]
const DEFINED: [number, readonly number[]] = [3072, [32767]]
const wkt = (found: GeoKeys) => wktOfKeys(found, systemOfCode)

it('takes the code of a projected system before that of its geographic one', () => {
  expect(codeOfKeys(keys(ON_WGS84, [3072, [3346]]))).toBe(3346)
  expect(codeOfKeys(keys(ON_WGS84))).toBe(4326)
  expect(codeOfKeys(keys(ON_WGS84, DEFINED))).toBeUndefined()
  expect(codeOfKeys(keys([2048, [0]]))).toBeUndefined()
})

it('tells whether a pixel is a point', () => {
  expect(isPixelAPoint(keys([1025, [2]]))).toBe(true)
  expect(isPixelAPoint(keys([1025, [1]]))).toBe(false)
  expect(isPixelAPoint(keys())).toBe(false)
})

it('writes a zone of UTM on a datum that is named by an old code', async () => {
  const found = await wkt(keys(PROJECTED, [2048, [32767]], [2050, [6230]], DEFINED, [3074, [16034]]))
  expect(found).toContain('SPHEROID["",6378388,297]')
  expect(found).toContain('AUTHORITY["EPSG","4230"]')
  expect(found).toContain('PARAMETER["central_meridian",21]')
  expect(found).toContain('PARAMETER["false_northing",0]')
})

it('reads angles in grads from a named meridian, and lengths in a unit of the file', async () => {
  const found = await wkt(
    keys(
      PROJECTED,
      [2048, [32767]],
      [2056, [7011]],
      [2051, [8903]],
      [2054, [9105]],
      DEFINED,
      [3075, [9]],
      [3076, [32767]],
      [3077, [1000]],
      [3081, [55]],
      [3080, [0]],
      [3092, [0.999877341]],
    ),
  )
  expect(found).toContain('SPHEROID["",6378249.2,293.466021293627]')
  expect(found).toContain('PRIMEM["",2.337229166667]')
  expect(found).toContain(`UNIT["",${Math.PI / 200}]`)
  expect(found).toContain('PROJECTION["Lambert_Conformal_Conic_1SP"],PARAMETER["latitude_of_origin",55]')
  expect(found).toMatch(/,UNIT\["",1000\]\]$/)
})

it('takes the WKT that ArcGIS writes into the name', async () => {
  const text = 'PROJCS["Mine",GEOGCS["GCS_WGS_1984"]]'
  expect(await wkt(keys(PROJECTED, DEFINED, [3073, `ESRI PE String = ${text}`]))).toBe(text)
})

it.each<[string, GeoKeys]>([
  ['without a figure of the Earth', keys(PROJECTED, [2048, [32767]], DEFINED, [3075, [1]])],
  ['of a method that no WKT names', keys(PROJECTED, ON_WGS84, DEFINED, [3075, [2]])],
  ['without a method', keys(PROJECTED, ON_WGS84, DEFINED)],
  ['of a zone that is none', keys(PROJECTED, ON_WGS84, DEFINED, [3074, [16061]])],
  ['in a unit that is not known', keys(PROJECTED, ON_WGS84, DEFINED, [3075, [1]], [3076, [9999]])],
  [
    'in a unit of the file without its size',
    keys(PROJECTED, ON_WGS84, DEFINED, [3075, [1]], [3076, [32767]]),
  ],
  ['from a meridian that is not known', keys([1024, [2]], [2056, [7004]], [2051, [8999]])],
  ['in three dimensions', keys([1024, [3]], ON_WGS84)],
])('refuses a system %s', async (_name, found) => {
  expect(await wkt(found)).toBeNull()
})
