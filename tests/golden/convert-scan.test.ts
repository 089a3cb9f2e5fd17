import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { OutputInfo } from 'sharp'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { convertScan } from '../../server/raster/scan/convert-scan.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

// Files are written again under their names; libvips would answer from its cache.
sharp.cache(false)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-convert-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Pixels of a drawing that is different in every corner, so that no turn or mirror goes unseen. */
function corneredPixels(width: number, height: number, channels: 3 | 4): Buffer {
  const pixels = Buffer.alloc(width * height * channels, 255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * channels
      pixels[at] = Math.round((255 * x) / width)
      pixels[at + 1] = Math.round((255 * y) / height)
      pixels[at + 2] = x < width / 2 && y < height / 2 ? 255 : 0
    }
  }
  return pixels
}

async function meanDifference(a: Buffer, b: Buffer): Promise<number> {
  expect(a.length).toBe(b.length)
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0))
  return sum / a.length
}

async function rawOf(path: string, page = 0): Promise<{ data: Buffer; info: OutputInfo }> {
  return sharp(path, { page }).raw().toBuffer({ resolveWithObject: true })
}

it('turns a picture into a tiled pyramid whose levels are halved and floored, and two thumbnails', async () => {
  const scanPath = join(folder, 'scan')
  await sharp(corneredPixels(2501, 1333, 3), { raw: { width: 2501, height: 1333, channels: 3 } })
    .png()
    .toFile(scanPath)
  const percents: number[] = []
  const converted = await convertScan({
    scanPath,
    outFolder: folder,
    onProgress: (percent) => percents.push(percent),
  })
  expect(converted).toMatchObject({ width: 2501, height: 1333, format: 'png', hasAlpha: false, warnings: [] })
  expect(percents.at(-1)).toBe(100)
  expect(percents).toEqual([...percents].sort((a, b) => a - b))
  const path = join(folder, 'converted/converted.tif')
  const sizes = []
  for (let page = 0; page < 4; page++) {
    const { width, height, pages } = await sharp(path, { page }).metadata()
    expect(pages).toBe(4)
    sizes.push([width, height])
  }
  expect(sizes).toEqual([
    [2501, 1333],
    [1250, 666],
    [625, 333],
    [312, 166],
  ])
  expect((await readFile(path)).subarray(0, 3)).toEqual(Buffer.from([0x49, 0x49, 43]))
  const small = await sharp(join(folder, 'thumbnails/small-300.webp')).metadata()
  expect(small).toMatchObject({ format: 'webp', width: 300, height: 160 })
  const high = await sharp(join(folder, 'thumbnails/high-1000.webp')).metadata()
  expect(high).toMatchObject({ format: 'webp', width: 1000, height: 533 })
  const { data } = await rawOf(path)
  expect(await meanDifference(data, corneredPixels(2501, 1333, 3))).toBeLessThan(2)
  expect((await readdir(folder)).sort()).toEqual(['converted', 'scan', 'thumbnails'])
})

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'stands EXIF orientation %i upright as sharp itself does',
  async (orientation) => {
    const scanPath = join(folder, 'scan.jpg')
    await sharp(corneredPixels(64, 40, 3), { raw: { width: 64, height: 40, channels: 3 } })
      .withMetadata({ orientation })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toFile(scanPath)
    const expected = await sharp(scanPath).autoOrient().raw().toBuffer({ resolveWithObject: true })
    const converted = await convertScan({ scanPath, outFolder: folder })
    expect([converted.width, converted.height]).toEqual([expected.info.width, expected.info.height])
    const { data } = await rawOf(join(folder, 'converted/converted.tif'))
    expect(await meanDifference(data, expected.data)).toBeLessThan(6)
  },
)

it('keeps transparency that hides something and drops an alpha channel that does not', async () => {
  const scanPath = join(folder, 'scan.png')
  const pixels = corneredPixels(600, 600, 4)
  const write = (): Promise<OutputInfo> =>
    sharp(pixels, { raw: { width: 600, height: 600, channels: 4 } })
      .png()
      .toFile(scanPath)
  await write()
  expect(await convertScan({ scanPath, outFolder: folder })).toMatchObject({ hasAlpha: false })
  expect((await rawOf(join(folder, 'converted/converted.tif'))).info.channels).toBe(3)
  pixels[3] = 0
  await write()
  expect(await convertScan({ scanPath, outFolder: folder })).toMatchObject({ hasAlpha: true })
  const { data, info } = await rawOf(join(folder, 'converted/converted.tif'))
  expect(info.channels).toBe(4)
  expect([data[3], data[7]]).toEqual([0, 255])
})

it('stretches 12 bits kept in 16 instead of showing black', async () => {
  const scanPath = join(folder, 'scan.tif')
  const samples = Uint16Array.from({ length: 256 * 64 }, (_, index) => (index % 256) * 16)
  await sharp(samples, { raw: { width: 256, height: 64, channels: 1 } })
    .toColourspace('grey16')
    .tiff({ compression: 'deflate' })
    .toFile(scanPath)
  const converted = await convertScan({ scanPath, outFolder: folder })
  expect(converted.warnings).toEqual([{ code: 'stretched', details: { low: 0, high: 4080 } }])
  const { data, info } = await rawOf(join(folder, 'converted/converted.tif'))
  const at = (x: number): number => data[(10 * 256 + x) * info.channels] ?? -1
  expect(at(0)).toBeLessThan(6)
  expect(Math.abs(at(128) - 128)).toBeLessThan(6)
  expect(at(255)).toBeGreaterThan(249)
})

it.each([
  ['an empty file', Buffer.alloc(0), 'emptyFile'],
  [
    'a drawing in SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'unsupportedFormat',
  ],
  ['a page of HTML', Buffer.from('<!doctype html><p>not an image'), 'unsupportedFormat'],
  ['half a PNG header', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'damagedImage'],
])('refuses %s and leaves no file', async (_, bytes, code) => {
  const scanPath = join(folder, 'scan.png')
  await writeFile(scanPath, bytes)
  await expect(convertScan({ scanPath, outFolder: folder })).rejects.toMatchObject({ code })
  expect(await readdir(folder)).toEqual(['scan.png'])
})

it('refuses content that is not what the extension promises', async () => {
  const scanPath = join(folder, 'scan')
  await sharp(corneredPixels(8, 8, 3), { raw: { width: 8, height: 8, channels: 3 } })
    .png()
    .toFile(scanPath)
  const conversion = convertScan({ scanPath, originalExtension: '.JPG', outFolder: folder })
  await expect(conversion).rejects.toMatchObject({ code: 'extensionMismatch', details: { format: 'png' } })
})

it('refuses an interlaced pixel bomb before decoding it', async () => {
  const scanPath = join(folder, 'scan.png')
  const side = 8000
  await sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } })
    .png({ progressive: true, compressionLevel: 9 })
    .toFile(scanPath)
  const refused = { code: 'tooManyPixels', details: { megapixels: 64, limit: 50 } }
  await expect(convertScan({ scanPath, outFolder: folder })).rejects.toMatchObject(refused)
  // Without its pixels it is refused for the same: whoever decoded it would find it cut off.
  await truncate(scanPath, 1000)
  await expect(convertScan({ scanPath, outFolder: folder })).rejects.toMatchObject(refused)
})

it('ends its child and leaves nothing when it is cancelled', async () => {
  const scanPath = join(folder, 'scan.png')
  await sharp({
    create: { width: 6000, height: 6000, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  })
    .png()
    .toFile(scanPath)
  const controller = new AbortController()
  const conversion = convertScan({ scanPath, outFolder: folder, signal: controller.signal })
  const outcome = conversion.catch((error: unknown) => error)
  // Its work has begun; how far it is does not matter.
  await vi.waitUntil(() => existsSync(join(folder, '.partial')), { timeout: 20_000, interval: 5 })
  controller.abort()
  expect(await outcome).toMatchObject({ code: 'cancelled' })
  expect(await readdir(folder)).toEqual(['scan.png'])
})

describeWithSharedData('points inside the file', () => {
  it('offers the 210 ground control points of a TIFF, in EPSG:3857', async () => {
    const scanPath = sharedData('tiff-samples', 'rio-tiler', 'cog_gcps.tif')
    const { embeddedGcps } = await convertScan({ scanPath, outFolder: folder })
    expect(embeddedGcps).toMatchObject({ source: 'gcps', crs: 'EPSG:4326' })
    expect(embeddedGcps?.points).toHaveLength(210)
  })

  // gdalinfo and gdaltransform (GDAL 3.6.2) of the north-west and south-east corners, EPSG:3035 to EPSG:3857.
  it.each([
    ['area', [1084636.059, 6175701.755], [1821316.78, 5863116.858]],
    ['point', [1083881.897, 6176453.54], [1820653.994, 5863904.48]],
  ])(
    'places the corners of a georeferenced TIFF where GDAL does: pixel is %s',
    async (kind, northWest, southEast) => {
      for (const means of ['transformation', 'tie_point_and_pixel_scale']) {
        const name = `austrian_capitals_model_${means}_pixel_is_${kind}.tif`
        const scanPath = sharedData('tiff-samples', 'georust-geotiff', name)
        const { embeddedGcps } = await convertScan({ scanPath, outFolder: folder })
        expect(embeddedGcps).toMatchObject({ source: 'georeferencing', crs: 'EPSG:3035' })
        const [first, , third] = embeddedGcps?.points ?? []
        expect([first?.image, third?.image]).toEqual([
          [0, 0],
          [507, 190],
        ])
        const corners = [...(first?.map ?? []), ...(third?.map ?? [])]
        ;[...northWest, ...southEast].forEach((value, index) => expect(corners[index]).toBeCloseTo(value, 1))
      }
    },
  )

  it('puts ground control points of pixel centres half a pixel on, as GDAL does', async () => {
    const name = 'austrian_capitals_model_tie_points_pixel_is_point.tif'
    const scanPath = sharedData('tiff-samples', 'georust-geotiff', name)
    const { embeddedGcps } = await convertScan({ scanPath, outFolder: folder })
    expect(embeddedGcps?.points.map(({ image }) => image)).toEqual([
      [124.5, 126.5],
      [338.5, 5.5],
      [349.5, 189.5],
      [492.5, 0.5],
    ])
  })
})
