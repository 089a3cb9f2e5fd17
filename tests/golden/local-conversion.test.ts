/** Scans that are converted and published within the browser, against what the server makes of them. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Encoding } from '../../cog/file/cog-content.ts'
import { outlinePolygons } from '../../cog/outline/outline-geojson.ts'
import { warpToCog } from '../../server/raster/warp/warp-to-cog.ts'
import { builtPrograms } from '../support/build.ts'
import { GDAL, itNeeding } from '../support/needs.ts'
import { drawnScan, exactPoints } from '../support/scans.ts'
import { complaints, VALIDATORS } from './warp-judges.ts'
import { launchBrowser } from '../e2e/harness/browser.ts'
import { serveHarness, type ServedHarness } from '../e2e/harness/build-harness.ts'

sharp.cache(false)
const GDALINFO = 'gdalinfo'
const [WIDTH, HEIGHT] = [1500, 1100]
const { imagePoints, mapPoints } = exactPoints(WIDTH, HEIGHT)
const REQUEST = { imagePoints, mapPoints, transformationType: 'TPS', title: 'Kaunas' } as const

let folder: string
let harness: ServedHarness
let browser: Browser
let page: Page
let pyramidPath: string

beforeAll(async () => {
  builtPrograms()
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-local-'))
  harness = await serveHarness({ page: new URL('local-page/', import.meta.url) })
  const { content } = await drawnScan(WIDTH, HEIGHT, 'png')
  const scan = sharp(content)
  const files = {
    'scan.png': content,
    'scan.jpg': await scan.clone().jpeg({ quality: 92 }).toBuffer(),
    'scan.webp': await scan.clone().webp({ quality: 92 }).toBuffer(),
    'scan.gif': await scan.clone().gif().toBuffer(),
    'turned.jpg': await scan.clone().withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer(),
    'strips.tif': await scan.clone().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer(),
    'tiles.tif': await scan.clone().tiff({ compression: 'deflate', tile: true, bigtiff: true }).toBuffer(),
    'packbits.tif': await scan.clone().tiff({ compression: 'packbits' }).toBuffer(),
    'jpeg.tif': await scan.clone().tiff({ compression: 'jpeg', quality: 92, tile: true }).toBuffer(),
    'deep.tif': await scan.clone().toColourspace('rgb16').tiff({ compression: 'lzw' }).toBuffer(),
    'fax.tif': await scan
      .clone()
      .toColourspace('b-w')
      .threshold()
      .tiff({ compression: 'ccittfax4', bitdepth: 1 })
      .toBuffer(),
    'holes.png': await sharp(content).ensureAlpha(0.5).png().toBuffer(),
    'text.jpg': Buffer.from('no picture'),
    'broken.png': content.subarray(0, 40),
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(harness.filesFolder, name), bytes)
  pyramidPath = join(folder, 'pyramid.tif')
  await scan
    .clone()
    .removeAlpha()
    .tiff({ tile: true, tileWidth: 512, tileHeight: 512, pyramid: true, compression: 'none' })
    .toFile(pyramidPath)
  browser = await launchBrowser()
  page = await browser.newPage()
  await page.goto(harness.url)
  await page.waitForFunction(() => document.title === 'Ready')
}, 240_000)

afterAll(async () => {
  await browser?.close()
  await harness?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Mean difference of two pictures, levels; alpha is told apart. */
async function meanDifference(one: Buffer, other: Buffer): Promise<{ colours: number; alpha: number }> {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()),
  )
  if (!a || !b || a.length !== b.length) throw new Error('the pictures differ in size')
  let [colours, alpha, shown] = [0, 0, 0]
  for (let at = 0; at < a.length; at += 4) {
    if (a[at + 3] !== b[at + 3]) alpha++
    if (a[at + 3] !== 255 || b[at + 3] !== 255) continue
    shown++
    for (let band = 0; band < 3; band++) colours += Math.abs(a[at + band]! - b[at + band]!) / 3
  }
  return { colours: colours / Math.max(1, shown), alpha: alpha / (a.length / 4) }
}

describe('a scan that is converted in the browser', () => {
  it.each([
    'scan.png',
    'scan.jpg',
    'scan.webp',
    'strips.tif',
    'tiles.tif',
    'packbits.tif',
    'jpeg.tif',
    'deep.tif',
  ])('becomes the pyramid of its picture: %s', async (name) => {
    const made = await page.evaluate((address) => window.local.convert(address), `/files/${name}`)
    expect([made.width, made.height]).toEqual([WIDTH, HEIGHT])
    expect(made.thumbnailBytes).toBeGreaterThan(100)
    const file = Buffer.from(made.file, 'base64')
    const { pages } = await sharp(file).metadata()
    expect(pages).toBe(3)
    const drawn = await sharp(pyramidPath).png().toBuffer()
    const { colours } = await meanDifference(file, drawn)
    const ofAnotherEncoder = await sharp(join(harness.filesFolder, name))
      .removeAlpha()
      .toColourspace('srgb')
      .jpeg({ quality: 88 })
      .toBuffer()
    // No further from the picture than the same scan encoded by another program at the same quality.
    expect(colours).toBeLessThan(1.1 * (await meanDifference(ofAnotherEncoder, drawn)).colours)
    const coarse = await sharp(file, { page: 2 }).metadata()
    expect([coarse.width, coarse.height]).toEqual([WIDTH >> 2, HEIGHT >> 2])
  })

  it('stands upright as EXIF says', async () => {
    const made = await page.evaluate((address) => window.local.convert(address), '/files/turned.jpg')
    expect([made.width, made.height]).toEqual([HEIGHT, WIDTH])
  })

  it('keeps what is transparent', async () => {
    const made = await page.evaluate((address) => window.local.convert(address), '/files/holes.png')
    const { channels } = await sharp(Buffer.from(made.file, 'base64')).metadata()
    expect(channels).toBe(4)
  })

  it.each([
    ['text.jpg', 'unreadable'],
    ['broken.png', 'damaged'],
    ['fax.tif', 'unsupported'],
  ])('is refused by what is wrong with it: %s', async (name, code) => {
    const refused = await page.evaluate((address) => window.local.refusal(address), `/files/${name}`)
    expect(refused).toBe(code)
  })
})

describe('a map that is published in the browser', () => {
  interface Both {
    readonly local: Buffer
    readonly server: Buffer
    readonly localPath: string
    /** World file and outline of the local one, and the server's outline. */
    readonly worldFile: string
    readonly outline: string
    readonly footprint: Parameters<typeof outlinePolygons>[0]
  }
  const published = new Map<string, Both>()

  async function both(encoding: 'jpeg' | 'webp' | 'lossless') {
    const known = published.get(encoding)
    if (known) return known
    const made = await page.evaluate((request) => window.local.publish('/files/scan.png', request), {
      ...REQUEST,
      imagePoints: [...imagePoints],
      mapPoints: [...mapPoints],
      encoding,
    } as never)
    const local = Buffer.from(made.file, 'base64')
    expect(local.length).toBe(made.bytes)
    const localPath = join(folder, `local-${encoding}.tif`)
    await writeFile(localPath, local)
    const outPath = join(folder, `server-${encoding}.tif`)
    const { footprint } = await warpToCog({
      pyramidPath,
      gcps: imagePoints.map(({ pixelX, pixelY }, at) => ({ image: [pixelX, pixelY], map: mapPoints[at]! })),
      transformationType: 'TPS',
      encoding: (encoding === 'lossless' ? 'deflate' : encoding) satisfies Encoding,
      outPath,
      workFolder: join(folder, `work-${encoding}`),
      metadata: { title: 'Kaunas' },
    })
    const { worldFile, outline } = made
    const pair = { local, server: await readFile(outPath), localPath, worldFile, outline, footprint }
    published.set(encoding, pair)
    return pair
  }

  it.each([
    ['lossless', 0.01],
    ['webp', 1],
    ['jpeg', 1],
  ] as const)('has the pixels of the server’s: %s', async (encoding, levels) => {
    const { local, server } = await both(encoding)
    const [one, other] = await Promise.all([sharp(local).metadata(), sharp(server).metadata()])
    expect([one.width, one.height, one.pages]).toEqual([other.width, other.height, other.pages])
    const { colours, alpha } = await meanDifference(local, server)
    expect(colours).toBeLessThan(levels)
    expect(alpha).toBe(0)
  })

  it('tells its outline as the server does', async () => {
    const { outline, footprint } = await both('lossless')
    const { features } = JSON.parse(outline) as {
      features: readonly { properties: object; geometry: { coordinates: unknown } }[]
    }
    expect(features.map(({ properties }) => properties)).toEqual([{ title: 'Kaunas' }])
    expect(features[0]?.geometry.coordinates).toEqual(outlinePolygons(footprint))
  })

  itNeeding(GDAL, 'lies where its world file says', async () => {
    const { localPath, worldFile } = await both('lossless')
    const read = execFileSync(GDALINFO, ['-json', localPath], { encoding: 'utf8' })
    const { geoTransform } = JSON.parse(read) as { geoTransform: readonly number[] }
    const [a = 0, d = 0, b = 0, e = 0, c = 0, f = 0] = worldFile.trim().split('\n').map(Number)
    const corner = [c - a / 2, a, b, f - e / 2, d, e]
    for (const [at, number] of geoTransform.entries()) expect(corner[at]).toBeCloseTo(number, 6)
  })

  for (const validator of VALIDATORS) {
    itNeeding(validator.need, `is a valid Cloud-Optimised GeoTIFF to ${validator.name}`, async () => {
      for (const encoding of ['lossless', 'webp', 'jpeg'] as const) {
        const { localPath } = await both(encoding)
        expect(complaints(validator, localPath)).toEqual([])
      }
    })
  }
})
