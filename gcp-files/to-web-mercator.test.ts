import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { describeWithSharedData, sharedData } from '../tests/support/shared-data.ts'
import type { GcpFile } from './gcp-file.ts'
import { readGcpFile } from './read-gcp-file.ts'
import { toWebMercator } from './to-web-mercator.ts'
import { lonLatOf, mapPointOf } from '../contract/web-mercator.ts'

async function project(file: GcpFile, crs?: string) {
  const result = await toWebMercator(file, crs === undefined ? {} : { crs })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.projected
}

function fileOf(crs: string | null, ...grounds: [number, number][]): GcpFile {
  return { format: 'csv', crs, points: grounds.map((ground) => ({ image: [0, 0], ground, enabled: true })) }
}

/** Ground metres between two points given by longitude and latitude in degrees; good for short distances. */
function metresBetween([lon, lat]: readonly number[], [otherLon, otherLat]: readonly number[]): number {
  const metresPerDegree = 111_319.49
  const cos = Math.cos(((lat ?? 0) * Math.PI) / 180)
  return metresPerDegree * Math.hypot(((lon ?? 0) - (otherLon ?? 0)) * cos, (lat ?? 0) - (otherLat ?? 0))
}

describe('projecting control points into EPSG:3857', () => {
  it('goes there and back between longitude, latitude and metres', () => {
    const [x, y] = mapPointOf(25.2797, 54.6872)
    expect(x).toBeCloseTo(2_814_123.33, 1)
    expect(lonLatOf([x, y])[0]).toBeCloseTo(25.2797, 12)
    expect(lonLatOf([x, y])[1]).toBeCloseTo(54.6872, 12)
  })

  it('guesses degrees or metres where a file names no coordinate system, and says so', async () => {
    expect(await project(fileOf(null, [25, 54]))).toMatchObject({ crs: 'EPSG:4326', guessed: true })
    const metres = await project(fileOf(null, [25, 54], [2_800_000, 7_300_000]))
    expect(metres).toMatchObject({ crs: 'EPSG:3857', guessed: true })
    expect(metres.points[1]?.map).toEqual([2_800_000, 7_300_000])
  })

  it('lets the user overrule the file', async () => {
    expect(await project(fileOf('EPSG:3857', [25, 54]), 'EPSG:4326')).toMatchObject({
      crs: 'EPSG:4326',
      guessed: false,
    })
  })

  it.each([
    'EPSG:3346',
    'urn:ogc:def:crs:EPSG::3346',
    'http://www.opengis.net/def/crs/EPSG/0/3346',
    'PROJCS["LKS94 / Lithuania TM",GEOGCS["x"],AUTHORITY["EPSG","3346"]]',
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m',
  ])('understands %s', async (crs) => {
    // gdaltransform -s_srs EPSG:3346 -t_srs EPSG:4326 (GDAL 3.6.2): a point in Vilnius
    const { points } = await project(fileOf(crs, [582_810.13, 6_061_586.86]))
    expect(
      metresBetween(lonLatOf(points[0]?.map ?? [0, 0]), [25.2842452678801, 54.6839006305609]),
    ).toBeLessThan(1)
  })

  it('keeps the datum shift of a WKT and of the geographic system beneath it', async () => {
    const wkt = (datum: string, id: string) =>
      `PROJCS["x",GEOGCS["y",DATUM["z",SPHEROID["Bessel 1841",6377397.155,299.1528128]${datum}],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]${id}],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",1],PARAMETER["false_easting",3500000],PARAMETER["false_northing",0],UNIT["metre",1]]`
    const reference = await project(fileOf('EPSG:31467', [3_500_000, 5_400_000]))
    const given = await project(
      fileOf(wkt(',TOWGS84[598.1,73.7,418.2,0.202,0.045,-2.455,6.7]', ''), [3_500_000, 5_400_000]),
    )
    const beneath = await project(fileOf(wkt('', ',AUTHORITY["EPSG","4314"]'), [3_500_000, 5_400_000]))
    const untied = await project(fileOf(wkt('', ''), [3_500_000, 5_400_000]))
    const lonLat = (projected: typeof given) => lonLatOf(projected.points[0]?.map ?? [0, 0])
    expect(metresBetween(lonLat(given), lonLat(reference))).toBeLessThan(0.01)
    expect(metresBetween(lonLat(beneath), lonLat(reference))).toBeLessThan(0.01)
    expect(metresBetween(lonLat(untied), lonLat(reference))).toBeGreaterThan(50)
    expect(
      [reference, given, beneath, untied].map(({ datum }) => [datum.kind, datum.accuracyMetres]),
    ).toEqual([
      ['register', 3],
      ['file', null],
      ['register', 3],
      ['none', null],
    ])
  })

  it.each([
    ['EPSG:99999', { code: 'unknownCrs', value: 'EPSG:99999' }],
    ['somewhere', { code: 'unknownCrs', value: 'somewhere' }],
    ['PROJCS["x', { code: 'unknownCrs', value: 'PROJCS["x' }],
    ['+proj=nonsense', { code: 'unsupportedCrs', value: '+proj=nonsense' }],
  ])('refuses %s', async (crs, error) => {
    const result = await toWebMercator(fileOf(crs, [1, 2]))
    expect(result.ok).toBe(false)
    expect(result).toMatchObject({ error })
  })

  it('refuses a position outside the coordinate system, naming it', async () => {
    expect(await toWebMercator(fileOf('EPSG:4326', [-2000, 2200]))).toEqual({
      ok: false,
      error: { code: 'outsideCrs', value: '-2000 2200' },
    })
  })
})

describeWithSharedData('projecting real control points', () => {
  const readSet = (...path: string[]): GcpFile => {
    const result = readGcpFile(readFileSync(sharedData(...path), 'utf8'))
    if (!result.ok) throw new Error(JSON.stringify(result.error))
    return result.file
  }

  // The CSV's lon and lat were made by PROJ 9.1.1. EPSG:21781 is a pure seven-parameter system (5 mm reached); EPSG:4314
  // stands on a grid that is replaced by the parameters of the region: within 0.4 m of the grid, where in Saxony the
  // country's are 0.9 m off.
  it.each([
    ['basel-1798', 'CH1903 to WGS 84 (2), EPSG:1766', 1.5],
    ['saxony-weimar-107mp', 'DHDN to WGS 84 (3), EPSG:15869', 2],
    ['mtb-aalen-76mp', 'DHDN to WGS 84 (2), EPSG:1777', 3],
    ['sanborn-new-iberia-1885', '', 0],
  ])('agrees within 0.5 m with PROJ on every point of %s', async (set, operation, accuracyMetres) => {
    const csv = readSet(set, 'gcps.csv')
    const projected = await project(readSet(set, 'gcps.points'))
    expect(projected.datum).toMatchObject({ operation, accuracyMetres })
    expect(projected.points).toHaveLength(csv.points.length)
    const worst = Math.max(
      ...projected.points.map(({ map }, index) =>
        metresBetween(lonLatOf(map), csv.points[index]?.ground ?? [0, 0]),
      ),
    )
    expect(worst).toBeLessThan(0.5)
  })

  // First point of each file, by gdaltransform -s_srs WKT -t_srs EPSG:4326 (GDAL 3.6.2).
  it.each<[string, number, number]>([
    ['FRAD094_3P/FRAD094_3P_001075.jpg.points', 2.34361667686305, 48.7911848757807],
    [
      'SHDGR__GR_6_M_J10_C_1188/GCP_VERNIQUET/SHDGR__GR_6_M_J10_C_1188_001__0007.jpg.points',
      2.32589437143756,
      48.8889367093408,
    ],
    [
      'SHDGR__GR_6_M_J10_C_1188/GCP_VERNIQUET/SHDGR__GR_6_M_J10_C_1188_001__0009.jpg.points',
      2.3418400665501,
      48.8819266286439,
    ],
    [
      'SHDGR__GR_6_M_J10_C_1188/SHDGR__GR_6_M_J10_C_1188_001__0007.jpg.points',
      2.32589511425976,
      48.8854314864366,
    ],
    ['bhdv_atlas_municipal_1868/planche_1.points', 2.33652556312424, 48.872327626278],
    ['bnf_verniquet/f10.jpg.points', 2.38968045910085, 48.8889248083613],
    [
      'jacoubet/Atlas_de_Jacoubet_-_01_et_02._Feuille_de_titre_-_BHVP.jpg.points',
      2.30925223737317,
      48.8903088015841,
    ],
  ])('agrees within 1 m with GDAL on the first point of %s', async (name, lon, lat) => {
    const file = readSet('paris-qgis-points', 'points', ...name.split('/'))
    const { points } = await project(file)
    expect(metresBetween(lonLatOf(points[0]?.map ?? [0, 0]), [lon, lat])).toBeLessThan(1)
  })

  it('refuses the Paris files that call toises degrees, instead of placing them anywhere', async () => {
    const file = readSet('paris-qgis-points', 'points', 'rumsey_verniquet', '10110008.jp2.points')
    const result = await toWebMercator({ ...file, crs: 'EPSG:4326' })
    expect(result).toMatchObject({ ok: false, error: { code: 'outsideCrs', line: 3 } })
  })
})
