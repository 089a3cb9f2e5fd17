import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEmbeddedControlPoints } from '../../server/raster/scan/embedded-points.ts'
import { TiffFile } from '../../server/raster/tiff/tiff-directory.ts'
import { describeNeeding, GDAL } from '../support/needs.ts'

const [WIDTH, HEIGHT] = [400, 300]

/** Systems that a GeoTIFF has to define by their parts, as they have no code, with a place in each [degrees]. */
const SYSTEMS: readonly (readonly [proj: string, lon: number, lat: number])[] = [
  ['+proj=lcc +lat_1=40 +lat_2=60 +lat_0=50 +lon_0=20 +x_0=500000 +y_0=0 +ellps=GRS80', 24, 55],
  ['+proj=lcc +lat_1=47.5 +lat_0=47.5 +lon_0=13 +k_0=0.9999 +x_0=400000 +y_0=400000 +datum=WGS84', 14, 48],
  [
    '+proj=tmerc +lat_0=0 +lon_0=24.5 +k=0.9998 +x_0=500000 +ellps=krass +towgs84=24,-123,-94,0.02,-0.25,-0.13,1.1',
    25,
    54.6,
  ],
  [
    '+proj=tmerc +lat_0=0 +lon_0=9.5 +k=1 +x_0=3500000 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
    10,
    50,
  ],
  ['+proj=utm +zone=34 +ellps=intl +towgs84=-87,-98,-121', 21.5, 52],
  ['+proj=utm +zone=19 +south +ellps=intl +towgs84=-288,175,-376', -70, -33],
  ['+proj=laea +lat_0=50 +lon_0=30 +x_0=1000 +y_0=2000 +datum=WGS84', 32, 51],
  ['+proj=aea +lat_1=50 +lat_2=58 +lat_0=45 +lon_0=25 +ellps=krass +towgs84=23,-124,-82', 26, 55],
  ['+proj=aeqd +lat_0=54.7 +lon_0=25.3 +x_0=0 +y_0=0 +datum=WGS84', 25.5, 54.8],
  ['+proj=eqdc +lat_1=45 +lat_2=60 +lat_0=50 +lon_0=20 +datum=WGS84', 24, 55],
  ['+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +datum=WGS84', -40, 72],
  ['+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=10 +datum=WGS84', 40, -72],
  ['+proj=sterea +lat_0=52 +lon_0=19 +k=0.999 +x_0=500000 +y_0=500000 +datum=WGS84', 20, 52.5],
  ['+proj=merc +lat_ts=56 +lon_0=10 +datum=WGS84', 12, 57],
  [
    '+proj=cass +lat_0=52.4 +lon_0=13.6 +x_0=40000 +y_0=10000 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
    13.5,
    52.5,
  ],
  ['+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 +datum=WGS84', -50, -10],
  ['+proj=sinu +lon_0=25 +datum=WGS84', 26, 55],
  ['+proj=cea +lat_ts=50 +lon_0=20 +datum=WGS84', 24, 55],
  ['+proj=eqc +lat_ts=50 +lon_0=20 +datum=WGS84', 24, 55],
  [
    '+proj=omerc +lat_0=4 +lonc=115 +alpha=53.3158204722222 +k=0.99984 +x_0=590476.87 +y_0=442857.65 +gamma=53.1301023611111 +datum=WGS84',
    116,
    5,
  ],
  ['+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996 +x_0=400000 +y_0=-100000 +datum=WGS84 +units=us-ft', -1, 52],
  [
    '+proj=lcc +lat_1=49.5 +lat_0=49.5 +lon_0=0 +k_0=0.99987734 +x_0=600000 +y_0=200000 +a=6378249.2 +b=6356515 +pm=paris +towgs84=-168,-60,320',
    2.5,
    49,
  ],
  ['+proj=longlat +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7', 10, 50],
  ['+proj=longlat +a=6378249.2 +b=6356515 +pm=paris +towgs84=-168,-60,320', 2.5, 49],
]

describeNeeding(GDAL, 'a system that a GeoTIFF defines by its parts', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'palimpsest-test-carried-systems-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (program: string, args: readonly string[], input = '') =>
    execFileSync(program, args, { cwd: folder, encoding: 'utf8', input, stdio: ['pipe', 'pipe', 'ignore'] })
  const transform = (from: string, to: string, points: readonly (readonly number[])[]) =>
    run(
      'gdaltransform',
      ['-output_xy', '-s_srs', from, '-t_srs', to],
      points.map((at) => at.join(' ')).join('\n'),
    )
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number))

  it.each(SYSTEMS)('is read as GDAL reads it: %s', async (proj, lon, lat) => {
    const [[x = 0, y = 0] = []] = transform('EPSG:4326', proj, [[lon, lat]])
    const step = proj.startsWith('+proj=longlat') ? 1e-4 : 10
    const corners = [
      [x, y],
      [x + step * WIDTH, y],
      [x + step * WIDTH, y - step * HEIGHT],
      [x, y - step * HEIGHT],
    ]
    const window = [x, y, x + step * WIDTH, y - step * HEIGHT].map(String)
    run('gdal_create', [
      '-q',
      '-of',
      'GTiff',
      '-outsize',
      `${WIDTH}`,
      `${HEIGHT}`,
      '-a_srs',
      proj,
      '-a_ullr',
      ...window,
      'scan.tif',
    ])
    const file = await open(join(folder, 'scan.tif'))
    try {
      const [directory] = await (await TiffFile.open(file)).directories(1)
      const { points } = await readEmbeddedControlPoints(directory!)
      expect(points).toMatchObject({ source: 'georeferencing', crs: 'user-defined' })
      const expected = transform(proj, 'EPSG:3857', corners)
      const offMetres = points!.points.map(({ map }, n) =>
        Math.hypot(map[0] - expected[n]![0]!, map[1] - expected[n]![1]!),
      )
      expect(Math.max(...offMetres)).toBeLessThan(0.05)
    } finally {
      await file.close()
    }
  })
})
