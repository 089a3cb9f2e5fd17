import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { GDAL as PROGRAMS } from '../../bench/warp-gdal.ts'
import { exactWarp, psnr } from '../../bench/warp-likeness.ts'
import type { TransformationType } from '../../contract/control-points.ts'
import { mapPointOf } from '../../contract/web-mercator.ts'
import type { WarpGcp } from '../../cog/file/cog-content.ts'
import { unpackScan } from '../../server/raster/scan/unpack-scan.ts'
import { UNPACKED_FILE } from '../../server/raster/scan/unpacked-scan.ts'
import { fitModel } from '../../server/raster/warp/fit.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import { builtPrograms } from '../support/build.ts'
import { GDAL, itNeeding } from '../support/needs.ts'

sharp.cache(false)

const WIDTH = 1200
const HEIGHT = 900

let folder: string
let scanPath: string
beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-projection-'))
  scanPath = join(folder, 'scan.png')
  // Smooth enough to be compared, and nowhere the same.
  const pixels = Buffer.alloc(3 * WIDTH * HEIGHT)
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const value = (a: number, b: number) => Math.round(127 + 120 * Math.sin(x / a + y / b))
      pixels.set([value(37, 53), value(71, -29), value(23, 91)], 3 * (y * WIDTH + x))
    }
  await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toFile(scanPath)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

type Pair = readonly [number, number]

/** Coordinates that GDAL makes of coordinates. */
function gdal(options: readonly string[], places: readonly Pair[]): Pair[] {
  const text = execFileSync('gdaltransform', ['-output_xy', ...options], {
    input: places.map((place) => place.join(' ')).join('\n'),
    encoding: 'utf8',
  })
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [x = NaN, y = NaN] = line.split(' ').map(Number)
      return [x, y]
    })
}

interface Drawn {
  readonly projection: string
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

const CASES: readonly Drawn[] = [
  { projection: '+proj=bonne +lat_1=60 +lon_0=0 +R=6371000', west: 10, east: 50, south: 45, north: 70 },
  { projection: '+proj=eqdc +lat_1=40 +lat_2=60 +lon_0=24', west: -5, east: 45, south: 35, north: 65 },
  { projection: 'EPSG:3035', west: -5, east: 35, south: 38, north: 66 },
  { projection: 'EPSG:3346', west: 21, east: 26, south: 54, north: 56 },
  { projection: 'EPSG:4326', west: -30, east: 60, south: -40, north: 65 },
]

/** As GDAL has to be told: a PROJ text without a figure stands on that of WGS 84. */
const inGdal = (projection: string): string =>
  projection.startsWith('EPSG:')
    ? projection
    : `${projection}${projection.includes('+R=') ? '' : ' +ellps=WGS84'} +no_defs +type=crs`

interface Sheet {
  readonly gcps: readonly WarpGcp[]
  /** The points in the projection, by PROJ. */
  readonly drawn: readonly Pair[]
  readonly srs: string
}

/** A scan drawn in a projection, turned by a few degrees, with points that were each clicked a little beside. */
function sheetOf({ projection, west, east, south, north }: Drawn): Sheet {
  const srs = inGdal(projection)
  const lonLats: Pair[] = []
  for (let row = 0; row < 5; row++)
    for (let column = 0; column < 6; column++)
      lonLats.push([west + ((east - west) * column) / 5, south + ((north - south) * row) / 4])
  const maps = lonLats.map(([lon, lat]) => mapPointOf(lon, lat))
  // GDAL's EPSG:4326 counts latitude first; its own way to longitude and latitude does not.
  const target = projection === 'EPSG:4326' ? 'OGC:CRS84' : srs
  const drawn = gdal(['-s_srs', 'EPSG:3857', '-t_srs', target], maps as Pair[])
  const over = (axis: 0 | 1) => drawn.map((place) => place[axis])
  const [left, right] = [Math.min(...over(0)), Math.max(...over(0))]
  const [bottom, top] = [Math.min(...over(1)), Math.max(...over(1))]
  const unit = Math.max((right - left) / (0.8 * WIDTH), (top - bottom) / (0.8 * HEIGHT))
  const [sin, cos] = [Math.sin(0.05), Math.cos(0.05)]
  const gcps = drawn.map(([x, y], index): WarpGcp => {
    const [u, v] = [(x - (left + right) / 2) / unit, ((bottom + top) / 2 - y) / unit]
    const off = (k: number) => 1.5 * Math.sin(12.9 * index + k)
    return {
      image: [WIDTH / 2 + cos * u - sin * v + off(0), HEIGHT / 2 + sin * u + cos * v + off(2)],
      map: maps[index]!,
    }
  })
  return { gcps, drawn, srs: target }
}

/** The scan with its points in the plane of the projection, as GDAL takes them. */
function withDrawnPoints(into: string, { gcps, drawn, srs }: Sheet): string {
  const path = join(into, 'drawn.vrt')
  const points = gcps.flatMap(({ image }, at) => ['-gcp', ...[...image, ...drawn[at]!].map(String)])
  execFileSync(PROGRAMS.translate, ['-q', '-of', 'VRT', '-a_srs', srs, ...points, scanPath, path])
  return path
}

const KINDS: readonly (readonly [TransformationType, readonly string[]])[] = [
  ['Affine', ['-order', '1']],
  ['Polynomial2', ['-order', '2']],
  ['TPS', ['-tps']],
]

describe('a map fitted in its own projection', () => {
  itNeeding(GDAL, 'has its pixels where GDAL has them that is given the projected points', async () => {
    for (const drawn of CASES) {
      const sheet = sheetOf(drawn)
      const vrt = withDrawnPoints(await mkdtemp(join(folder, 'gcps-')), sheet)
      const places = sheet.gcps.map(({ map }, at): Pair => [
        map[0] + 3e4 * Math.sin(at),
        map[1] - 3e4 * Math.cos(at),
      ])
      const inPlane = gdal(['-s_srs', 'EPSG:3857', '-t_srs', sheet.srs], places)
      for (const [transformationType, options] of KINDS) {
        const { model, footprint } = await fitModel({
          gcps: sheet.gcps,
          transformationType,
          projection: drawn.projection,
          imageSize: [WIDTH, HEIGHT],
        })
        const ours = model.mapToImage(Float64Array.from(places.flat()))
        const off = gdal(['-i', ...options, vrt], inPlane).map(([x, y], at) =>
          Math.hypot((ours[2 * at] ?? NaN) - x, (ours[2 * at + 1] ?? NaN) - y),
        )
        // GDAL inverts polynomials by a second fit; the spline it samples with is the same.
        const limit = transformationType === 'Polynomial2' ? 0.05 : 0.02
        expect(Math.max(...off), `${drawn.projection}, ${transformationType}`).toBeLessThan(limit)
        footprint.free()
        model.free()
      }
    }
  })

  itNeeding(GDAL, 'is published as gdalwarp publishes the projected points', async () => {
    const [drawn] = CASES
    const sheet = sheetOf(drawn!)
    const into = await mkdtemp(join(folder, 'warp-'))
    await unpackScan({ scanPath, folder: into, identity: 'drawn' })
    const path = join(into, 'warped.tif')
    const cog = await warpToCog({
      pyramidPath: join(into, UNPACKED_FILE),
      gcps: sheet.gcps,
      transformationType: 'TPS',
      projection: drawn!.projection,
      encoding: 'deflate',
      outPath: path,
      workFolder: join(into, 'work'),
      threads: 2,
    })
    const reference = join(into, 'reference.tif')
    exactWarp(withDrawnPoints(into, sheet), cog, reference, true)
    expect(await psnr(path, reference, cog)).toBeGreaterThan(45)
    const info = execFileSync(PROGRAMS.info, [path], { encoding: 'utf8' })
    expect(info).toContain(`TRANSFORMATION_PROJECTION=${drawn!.projection}`)
  })
})
