import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromFile } from 'geotiff'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MEANINGFUL_POINTS } from '../../contract/control-points.ts'
import { systemOfText } from '../../gcp-files/reference-systems/system-of-text.ts'
import { transformationAt } from '../../gcp-files/reference-systems/transformation.ts'
import { unpackScan } from '../../server/raster/scan/unpack-scan.ts'
import { UNPACKED_FILE } from '../../server/raster/scan/unpacked-scan.ts'
import { loadKernel } from '../../server/raster/warp/kernel.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import type { Encoding, WarpGcp } from '../../cog/file/cog-content.ts'
import type { WarpedCog, WarpToCogOptions } from '../../server/raster/warp/warp-options.ts'
import { psnrAgainstGdal } from '../../bench/warp-likeness.ts'
import { builtPrograms } from '../support/build.ts'
import { every, GDAL, itNeeding, JUDGE } from '../support/needs.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'
import { complaints, judge, VALIDATORS } from './warp-judges.ts'

sharp.cache(false)

interface MapSet {
  readonly folder: string
  readonly scan: string
  readonly points: string
  /** System of the columns x and y. */
  readonly epsg: number
}

const SYNTHETIC = { folder: 'synthetic-lithuania', scan: 'map.jpg', points: 'gcps_exact.csv', epsg: 4326 }
const BASEL = { folder: 'basel-1798', scan: 'old_map.jpg', points: 'gcps.csv', epsg: 21781 }
const SANBORN = {
  folder: 'sanborn-new-iberia-1885',
  scan: 'new_iberia_la_1885_p1__1.jpg',
  points: 'gcps.csv',
  epsg: 4326,
}

let folder: string
beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-warp-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Rows `id,px,py,x,y,…` of the test sets, converted to EPSG:3857. */
async function readRows(set: MapSet, file = set.points): Promise<WarpGcp[]> {
  const found = await systemOfText(`EPSG:${set.epsg}`)
  const [, ...lines] = (await readFile(sharedData(set.folder, file), 'utf8')).trim().split('\n')
  const rows = lines.map((line) => line.split(',').map(Number))
  const [, , , firstX = NaN, firstY = NaN] = rows[0] ?? []
  const transformation = found.ok ? transformationAt(found.system, [firstX, firstY]) : null
  if (!transformation) throw new Error(`no EPSG:${set.epsg}`)
  return rows.map(([, px = NaN, py = NaN, x = NaN, y = NaN]) => ({
    image: [px, py],
    map: transformation.toMap(x, y),
  }))
}

interface Warped {
  readonly cog: WarpedCog
  readonly path: string
  readonly gcps: readonly WarpGcp[]
}

const pyramids = new Map<MapSet, Promise<string>>()

async function pyramidOf(set: MapSet): Promise<string> {
  const into = join(folder, set.folder)
  await unpackScan({ scanPath: sharedData(set.folder, set.scan), folder: into, identity: set.scan })
  return join(into, UNPACKED_FILE)
}

const warps = new Map<string, Promise<Warped>>()

/** A set's warped file; made once, as none of the tests changes it. */
function warpSet(
  set: MapSet,
  encoding: Encoding,
  special: Pick<WarpToCogOptions, 'likeGdalwarp'> = {},
): Promise<Warped> {
  const key = JSON.stringify([set.folder, encoding, special])
  const warped = warps.get(key) ?? makeWarp(set, encoding, special)
  warps.set(key, warped)
  return warped
}

async function makeWarp(
  set: MapSet,
  encoding: Encoding,
  special: Pick<WarpToCogOptions, 'likeGdalwarp'>,
): Promise<Warped> {
  const pyramid = pyramids.get(set) ?? pyramidOf(set)
  pyramids.set(set, pyramid)
  const pyramidPath = await pyramid
  const gcps = await readRows(set)
  const outFolder = await mkdtemp(join(folder, 'out-'))
  const path = join(outFolder, 'warped.tif')
  const cog = await warpToCog({
    pyramidPath,
    gcps,
    transformationType: 'TPS',
    encoding,
    ...special,
    outPath: path,
    workFolder: join(outFolder, 'work'),
    threads: 2,
    metadata: {
      title: 'Žemėlapis <1>',
      author: 'Č',
      attribution: 'A & B',
      licence: 'https://example.org/by',
    },
  })
  expect(await readdir(outFolder)).toEqual(['warped.tif'])
  return { cog, path, gcps }
}

/** The short form has each kind of sheet and the two encodings that lose something. */
const SETS: (readonly [name: string, set: MapSet, encoding: Encoding])[] = [
  ['the synthetic map with 60 exact points, as jpeg', SYNTHETIC, 'jpeg'],
  ['a sheet that lies turned', SANBORN, 'webp'],
]
if (process.env.LONG)
  SETS.push(
    ['the synthetic map with 60 exact points, as deflate', SYNTHETIC, 'deflate'],
    ['the synthetic map with 60 exact points, as webp', SYNTHETIC, 'webp'],
    ['a real map with 343 points', BASEL, 'webp'],
  )

/** A set whose warp before encoding is compared with the exact one; this one is a tenth of the others' pixels. */
const COMPARED_EXACTLY = process.env.LONG ? [SYNTHETIC, BASEL, SANBORN] : [SANBORN]

describeWithSharedData('warped files', () => {
  describe.each(SETS)('%s', (_, set, encoding) => {
    let warped: Warped
    beforeAll(async () => {
      warped = await warpSet(set, encoding)
    })

    itNeeding(every(GDAL, JUDGE), 'agree with gdalwarp -tps', async () => {
      const { report, passed } = await judge(warped.path, sharedData(set.folder, set.scan), warped.gcps)
      expect(passed, report).toBe(true)
    })

    it('say how far off places may be where there are points enough to tell', async () => {
      const file = await fromFile(warped.path)
      const items = (await (await file.getImage()).getGDALMetadata()) ?? {}
      const [middle, edges] = ['', '_AT_EDGES'].map((place) =>
        Number(items[`PALIMPSEST_UNCERTAINTY_M_90${place}`]),
      )
      if (warped.gcps.length < MEANINGFUL_POINTS) return expect([middle, edges]).toEqual([NaN, NaN])
      expect(middle).toBeGreaterThan(1)
      expect(edges).toBeGreaterThan(middle!)
    })

    for (const validator of VALIDATORS)
      itNeeding(validator.need, `are valid for the strict reader ${validator.name}`, () =>
        expect(complaints(validator, warped.path)).toEqual([]),
      )
  })

  for (const set of COMPARED_EXACTLY)
    itNeeding(
      GDAL,
      `show the scan's own pixels within 50 dB of the exact warp before encoding: ${set.folder}`,
      async () => {
        const { path, cog, gcps } = await warpSet(set, 'deflate')
        const scanPath = sharedData(set.folder, set.scan)
        expect(await psnrAgainstGdal(path, cog, scanPath, gcps, true)).toBeGreaterThan(50)
        const wide = await warpSet(set, 'deflate', { likeGdalwarp: { colours: 3, hasAlpha: false } })
        expect(await psnrAgainstGdal(wide.path, cog, scanPath, gcps)).toBeGreaterThan(50)
      },
    )

  it('place the 200 check points as well as gdalwarp -tps does', async () => {
    const { WarpModel } = await loadKernel()
    const gcps = await readRows(SYNTHETIC)
    const checks = await readRows(SYNTHETIC, 'checkpoints_exact.csv')
    const flat = gcps.flatMap(({ image, map }) => [...image, ...map])
    const model = new WarpModel('TPS', Float64Array.from(flat))
    const found = model.imageToMap(Float64Array.from(checks.flatMap(({ image }) => [...image])))
    const predicted = model.mapToImage(Float64Array.from(checks.flatMap(({ map }) => [...map])))
    model.free()
    let [metres, pixels] = [0, 0]
    checks.forEach(({ image, map }, index) => {
      const off = (values: Float64Array, [x, y]: readonly [number, number]): number =>
        Math.hypot((values[2 * index] ?? NaN) - x, (values[2 * index + 1] ?? NaN) - y)
      // Metres of EPSG:3857 are longer than the ground's by 1 / cos of the latitude.
      metres += (off(found, map) / Math.cosh(map[1] / 6_378_137)) ** 2
      pixels += off(predicted, image) ** 2
    })
    // `gdaltransform -tps` of GDAL 3.6.2 with the same points in EPSG:3857: ground metres at the check points' pixels, and
    // (`-i`, what gdalwarp samples with) pixels at their places.
    expect(Math.sqrt(metres / checks.length)).toBeLessThan(1.01 * 300.167)
    expect(Math.sqrt(pixels / checks.length)).toBeLessThan(1.01 * 2.30707)
  })

  it('are read alike by geotiff.js and sharp, with georeferencing, overviews and metadata', async () => {
    const { cog, path, gcps } = await warpSet(SANBORN, 'deflate')
    const tiff = await fromFile(path)
    const image = await tiff.getImage()
    expect([image.getWidth(), image.getHeight()]).toEqual([cog.width, cog.height])
    image.getBoundingBox().forEach((value, index) => expect(value).toBeCloseTo(cog.bounds[index] ?? NaN, 3))
    expect(image.getGeoKeys()).toMatchObject({
      GTModelTypeGeoKey: 1,
      GTRasterTypeGeoKey: 1,
      ProjectedCSTypeGeoKey: 3857,
      ProjLinearUnitsGeoKey: 9001,
    })
    const metadata = (await image.getGDALMetadata()) ?? {}
    expect(metadata).toMatchObject({ TRANSFORMATION: 'TPS' })
    expect(metadata.ATTRIBUTION).toContain('A')
    expect(metadata.LICENCE).toBe('https://example.org/by')
    const text = async (tag: 'Artist' | 'Copyright') =>
      String(await image.fileDirectory.loadValue(tag)).replaceAll('\0', '')
    expect([await text('Artist'), await text('Copyright')]).toEqual(['Č', 'A & B. https://example.org/by'])
    expect(JSON.parse(String(metadata.GCPS_IMAGE_X_Y_EPSG3857_X_Y))).toHaveLength(gcps.length)
    for (let page = 0; page < (await tiff.getImageCount()); page++) {
      const { data, info } = await sharp(path, { page }).raw().toBuffer({ resolveWithObject: true })
      const level = await tiff.getImage(page)
      expect([info.width, info.height, info.channels]).toEqual([level.getWidth(), level.getHeight(), 4])
      const pixels = Buffer.from((await level.readRasters({ interleave: true })) as unknown as Uint8Array)
      expect(Buffer.compare(pixels, data)).toBe(0)
    }
  })
})
