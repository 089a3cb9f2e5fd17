/** The published file as others read it: GDAL, as QGIS does, and rasterio, against sharp. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { type Encoding, ENCODINGS } from '../../cog/file/cog-content.ts'
import type { WarpedCog } from '../../server/raster/warp/warp-options.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import { builtPrograms } from '../support/build.ts'
import { GDAL, itNeeding, RIO, SYSTEM_PYTHON } from '../support/needs.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'

sharp.cache(false)
const [WIDTH, HEIGHT] = [1500, 1100]
const PROGRAM = fileURLToPath(new URL('readers.py', import.meta.url))

/** The Python that `rio` belongs to. */
const rioPython = () => {
  const rio = spawnSync('which', ['rio'], { encoding: 'utf8' }).stdout.trim()
  return join(dirname(rio), 'python')
}

const READERS = [
  { reader: 'gdal', need: GDAL, python: () => SYSTEM_PYTHON },
  { reader: 'rasterio', need: RIO, python: rioPython },
]

interface Picture {
  readonly colours: string
  readonly alpha: string
  readonly means: readonly number[]
  readonly visible: number
}
interface Told {
  readonly size: readonly number[]
  readonly epsg: number
  readonly transform: readonly number[]
  readonly overviews: readonly (readonly number[])[]
  readonly block: readonly number[]
  readonly title: string
  readonly points: number
  readonly picture: Picture
  readonly coarse: Picture
}

let folder: string
const files = new Map<Encoding, { readonly path: string; readonly cog: WarpedCog }>()
const { imagePoints, mapPoints } = exactPoints(WIDTH, HEIGHT)

beforeAll(async () => {
  builtPrograms()
  folder = await realpath(await mkdtemp(join(tmpdir(), 'palimpsest-readers-')))
  const pyramidPath = join(folder, 'pyramid.tif')
  await sharp((await drawnScan(WIDTH, HEIGHT, 'png')).content)
    .tiff({ tile: true, tileWidth: 512, tileHeight: 512, pyramid: true, compression: 'deflate' })
    .toFile(pyramidPath)
  for (const encoding of READERS.some(({ need }) => need.isMet) ? ENCODINGS : []) {
    const path = join(folder, `${encoding}.tif`)
    const cog = await warpToCog({
      pyramidPath,
      gcps: imagePoints.map(({ pixelX, pixelY }, n) => {
        // Turned a little, so that the corners are transparent.
        const [x, y] = mapPoints[n]!
        return { image: [pixelX, pixelY], map: [x + 0.2 * (y - 7_300_000), y - 0.2 * (x - 2_800_000)] }
      }),
      transformationType: 'Affine',
      encoding,
      outPath: path,
      workFolder: `${path}.work`,
      threads: 1,
      metadata: { title: 'Žemėlapis' },
    })
    files.set(encoding, { path, cog })
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** What sharp sees of a level, in the form of readers.py. */
async function seenBySharp(path: string, page: number): Promise<Picture> {
  const { data } = await sharp(path, { page }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const count = data.length / 4
  const [colours, alpha] = [Buffer.alloc(count * 3), Buffer.alloc(count)]
  const sums = [0, 0, 0]
  let visible = 0
  for (let at = 0; at < count; at += 1) {
    alpha[at] = data[4 * at + 3]!
    if (alpha[at] === 0) continue
    visible += 1
    for (const band of [0, 1, 2]) {
      colours[3 * at + band] = data[4 * at + band]!
      sums[band]! += data[4 * at + band]!
    }
  }
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  return {
    colours: digest(colours),
    alpha: digest(alpha),
    means: sums.map((sum) => sum / visible),
    visible: visible / count,
  }
}

describe.each(READERS)('the published file read by $reader', ({ reader, need, python }) => {
  for (const encoding of ENCODINGS)
    itNeeding(
      need,
      `has place, levels, texts, colours and transparency as they were written: ${encoding}`,
      async () => {
        const { path, cog } = files.get(encoding)!
        const { status, stdout, stderr } = spawnSync(python(), [PROGRAM, reader, path], { encoding: 'utf8' })
        expect(status, stderr).toBe(0)
        const told = JSON.parse(stdout) as Told
        expect(told).toMatchObject({
          size: [cog.width, cog.height],
          epsg: 3857,
          block: [512, 512],
          title: 'Žemėlapis',
          points: imagePoints.length,
        })
        const [x, pixelWidth, rowTurn, y, columnTurn, pixelHeight] = told.transform
        expect([rowTurn, columnTurn]).toEqual([0, 0])
        expect([x, y, x! + pixelWidth! * cog.width, y! + pixelHeight! * cog.height]).toEqual(
          [cog.bounds[0], cog.bounds[3], cog.bounds[2], cog.bounds[1]].map(
            (value) => expect.closeTo(value, 3) as number,
          ),
        )
        expect(told.overviews.length).toBeGreaterThan(0)
        told.overviews.forEach((size, n) =>
          expect(size).toEqual([cog.width / 2 ** (n + 1), cog.height / 2 ** (n + 1)]),
        )
        expect(told.picture.visible).toBeGreaterThan(0.5)
        expect(told.picture.visible).toBeLessThan(0.99)

        if (encoding === 'jpeg') {
          // libvips does not read the masks of one bit; what was shown before encoding is the lossless file's.
          const lossless = files.get('deflate')!
          for (const [picture, page] of [
            [told.picture, 0],
            [told.coarse, told.overviews.length],
          ] as const) {
            const wanted = await seenBySharp(lossless.path, page)
            expect(picture.visible).toBeCloseTo(wanted.visible, 2)
            picture.means.forEach((mean, band) =>
              expect(Math.abs(mean - wanted.means[band]!)).toBeLessThan(2),
            )
          }
          return
        }
        for (const [picture, page] of [
          [told.picture, 0],
          [told.coarse, told.overviews.length],
        ] as const) {
          const wanted = await seenBySharp(path, page)
          expect(picture.alpha).toBe(wanted.alpha)
          if (encoding === 'deflate') expect(picture.colours).toBe(wanted.colours)
          picture.means.forEach((mean, band) =>
            expect(Math.abs(mean - wanted.means[band]!)).toBeLessThan(0.5),
          )
        }
      },
    )
})
