/** Sheets whose paper lies across the date line while all their points lie on one side, against gdalwarp. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { GDAL as PROGRAMS, withPoints } from '../../bench/warp-gdal.ts'
import { exactWarp, psnr } from '../../bench/warp-likeness.ts'
import type { WarpGcp } from '../../cog/file/cog-content.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import { unpackScan } from '../../server/raster/scan/unpack-scan.ts'
import { UNPACKED_FILE } from '../../server/raster/scan/unpacked-scan.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import { builtPrograms } from '../support/build.ts'
import { GDAL, itNeeding } from '../support/needs.ts'

sharp.cache(false)

const WIDTH = 800
const HEIGHT = 600

let folder: string
let scanPath: string
beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-line-'))
  scanPath = join(folder, 'scan.png')
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

/** Points in one half of a scan of 3 km a pixel whose middle lies on the date line, each a little beside its place. */
function pointsOf(side: 'west' | 'east'): WarpGcp[] {
  const line = side === 'west' ? WORLD_HALF_METRES : -WORLD_HALF_METRES
  const columns = side === 'west' ? [20, 150, 280, 385] : [415, 520, 650, 780]
  return columns.flatMap((x) =>
    [20, 200, 400, 580].map((y): WarpGcp => {
      const bend = 4e-6 * (x - WIDTH / 2) * (y - HEIGHT / 2)
      return { image: [x, y], map: [line + 3000 * (x - WIDTH / 2 + bend), 7_000_000 - 3000 * (y + bend)] }
    }),
  )
}

/** Share of the pixels that show something, and of those beyond ±180°. */
async function shownOf(path: string, [minX, , maxX]: readonly [number, number, number, number]) {
  const { data, info } = await sharp(path).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  let [shown, beyond] = [0, 0]
  for (let y = 0; y < info.height; y++)
    for (let x = 0; x < info.width; x++) {
      if (data[info.channels * (y * info.width + x) + info.channels - 1] !== 255) continue
      shown += 1
      const easting = minX + ((x + 0.5) * (maxX - minX)) / info.width
      if (Math.abs(easting) > WORLD_HALF_METRES) beyond += 1
    }
  return { shown: shown / (info.width * info.height), beyond: beyond / (info.width * info.height) }
}

describe('a sheet across the date line with points on one side', () => {
  for (const side of ['west', 'east'] as const)
    itNeeding(GDAL, `is published whole, as gdalwarp publishes it: points in the ${side}`, async () => {
      const gcps = pointsOf(side)
      expect(gcps.every(({ map }) => Math.abs(map[0]) < WORLD_HALF_METRES)).toBe(true)
      const into = await mkdtemp(join(folder, 'warp-'))
      await unpackScan({ scanPath, folder: into, identity: side })
      const path = join(into, 'warped.tif')
      const cog = await warpToCog({
        pyramidPath: join(into, UNPACKED_FILE),
        gcps,
        transformationType: 'TPS',
        encoding: 'deflate',
        outPath: path,
        workFolder: join(into, 'work'),
        threads: 2,
      })
      const [west, , east] = cog.bounds
      const line = side === 'west' ? WORLD_HALF_METRES : -WORLD_HALF_METRES
      // Half of the sheet of 2,400 km lies on either side, bent by a few pixels.
      expect(Math.abs(west - (line - 1_200_000))).toBeLessThan(30_000)
      expect(Math.abs(east - (line + 1_200_000))).toBeLessThan(30_000)
      const reference = join(into, 'reference.tif')
      exactWarp(withPoints(into, scanPath, gcps), cog, reference, true)
      expect(await psnr(path, reference, cog)).toBeGreaterThan(45)
      const [ours, theirs] = [await shownOf(path, cog.bounds), await shownOf(reference, cog.bounds)]
      expect(ours.beyond).toBeGreaterThan(0.4)
      expect(Math.abs(ours.shown - theirs.shown)).toBeLessThan(0.01)
      expect(Math.abs(ours.beyond - theirs.beyond)).toBeLessThan(0.01)
    })

  itNeeding(GDAL, 'is so in its own projection too', async () => {
    const projection = '+proj=laea +lat_0=62 +lon_0=175 +R=6371000'
    // Points west of the line on a sheet drawn about 175° E; its eastern edge lies beyond.
    const drawn = [-500, -300, -100, 50].flatMap((x) =>
      [-600, -200, 200, 600].map((y): [number, number] => [1000 * x, 1000 * y]),
    )
    const inWorld = execFileSync(
      'gdaltransform',
      ['-output_xy', '-s_srs', `${projection} +no_defs +type=crs`, '-t_srs', 'EPSG:3857'],
      { input: drawn.map((place) => place.join(' ')).join('\n'), encoding: 'utf8' },
    )
    const maps = inWorld
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number) as [number, number])
    expect(maps.every(([x]) => lonLatOf([x, 0])[0] > 0)).toBe(true)
    const gcps = drawn.map(([x, y], at): WarpGcp => ({
      image: [240 + x / 2500, 300 - y / 2500],
      map: maps[at]!,
    }))
    const into = await mkdtemp(join(folder, 'own-'))
    await unpackScan({ scanPath, folder: into, identity: 'own' })
    const path = join(into, 'warped.tif')
    const cog = await warpToCog({
      pyramidPath: join(into, UNPACKED_FILE),
      gcps,
      transformationType: 'TPS',
      projection,
      encoding: 'deflate',
      outPath: path,
      workFolder: join(into, 'work'),
      threads: 2,
    })
    const vrt = join(into, 'drawn.vrt')
    const points = gcps.flatMap(({ image }, at) => ['-gcp', ...[...image, ...drawn[at]!].map(String)])
    const srs = ['-a_srs', `${projection} +no_defs +type=crs`]
    execFileSync(PROGRAMS.translate, ['-q', '-of', 'VRT', ...srs, ...points, scanPath, vrt])
    const reference = join(into, 'reference.tif')
    exactWarp(vrt, cog, reference, true)
    expect(await psnr(path, reference, cog)).toBeGreaterThan(45)
    const [ours, theirs] = [await shownOf(path, cog.bounds), await shownOf(reference, cog.bounds)]
    expect(ours.beyond).toBeGreaterThan(0.2)
    expect(Math.abs(ours.shown - theirs.shown)).toBeLessThan(0.01)
    expect(Math.abs(ours.beyond - theirs.beyond)).toBeLessThan(0.01)
  })
})
