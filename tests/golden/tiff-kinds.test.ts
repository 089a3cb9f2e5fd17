/**
 * One picture stored as TIFFs of every kind that we say we read, written by GDAL: each is converted, to the pixels that
 * were written. A kind that comes to be refused fails here.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { convertInChild } from '../../server/raster/scan/convert-in-child.ts'
import { describeNeeding, GDAL, SYSTEM_PYTHON } from '../support/needs.ts'

sharp.cache(false)

const [WIDTH, HEIGHT] = [320, 240]
const MAKER = fileURLToPath(new URL('make-tiff-kinds.py', import.meta.url))

type Colour = readonly [red: number, green: number, blue: number]

const grey = (value: number): Colour => [value, value, value]
const floor = Math.floor
const gradient = (x: number, y: number) => floor(((x + y) * 255) / (WIDTH + HEIGHT - 2))

/** What each family shows at a pixel, as make-tiff-kinds.py writes it; null: not looked at. */
const PICTURES: Record<string, (x: number, y: number) => Colour | null> = {
  rgb: (x, y) => [
    floor((x * 255) / (WIDTH - 1)),
    floor((y * 255) / (HEIGHT - 1)),
    x < WIDTH / 2 && y < HEIGHT / 2 ? 200 : 40,
  ],
  // What alpha hides needs to show nothing.
  rgba: (x, y) => (x < 64 ? null : PICTURES.rgb!(x, y)),
  grey: (x, y) => grey(gradient(x, y)),
  'grey-4-bit': (x) => grey(17 * floor((x * 16) / WIDTH)),
  'grey-2-bit': (x) => grey(85 * floor((x * 4) / WIDTH)),
  // Stretched from the least to the most of what counts; the nodata part is not looked at.
  nodata: (x, y) => {
    const [least, most] = [gradient(64, 0), 255]
    return x < 64 ? null : grey(((gradient(x, y) - least) * 255) / (most - least))
  },
  bars: (x) => grey(floor(x / 20) % 2 === 1 ? 255 : 0),
  palette: (x) => {
    const at = floor((x * 16) / WIDTH)
    return [15 * at, 255 - 15 * at, 128]
  },
}

const KINDS: Record<string, readonly string[]> = {
  rgb: [
    'strips one-strip tiles bigtiff big-endian planes planes-lzw lzw lzw-predictor deflate packbits jpeg',
    'deflate-predictor-tiles jpeg-ycbcr jpeg-ycbcr-tiles webp 16-bit 16-bit-planes',
  ]
    .flatMap((kinds) => kinds.split(' '))
    .map((kind) => `rgb-${kind}`),
  rgba: ['rgba', 'rgba-planes', 'rgba-tiles-lzw'],
  grey: ['8-bit', 'white-is-zero', '16-bit', '16-bit-predictor', 'float-to-1', 'float-to-255'].map(
    (kind) => `grey-${kind}`,
  ),
  'grey-4-bit': ['grey-4-bit'],
  'grey-2-bit': ['grey-2-bit'],
  nodata: ['nodata-float', 'nodata-16-bit'],
  bars: ['', '-white-is-zero', '-packbits', '-rle', '-group-3', '-group-4', '-group-4-tiles'].map(
    (kind) => `bars-1-bit${kind}`,
  ),
  palette: ['palette-8-bit', 'palette-4-bit'],
}

/**
 * Mean difference of a sample over the whole picture, of 255, and the largest one of the means of 16 x 16 px: JPEG at
 * quality 88 (WebP at 90) with halved colours, and rounding of 16 bits. Sharp edges of pure colours move most.
 */
const [MEAN, CELL] = [2.5, 12]
const CELL_SIDE = 16

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-kinds-'))
  if (!GDAL.isMet) return
  const made = spawnSync(SYSTEM_PYTHON, [MAKER, folder], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function convertedPixels(name: string) {
  const converted = await convertInChild({
    scanPath: join(folder, `${name}.tif`),
    outFolder: join(folder, name),
  })
  expect([converted.width, converted.height]).toEqual([WIDTH, HEIGHT])
  const { data, info } = await sharp(join(folder, name, 'converted/converted.tif'))
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { converted, data, channels: info.channels }
}

/** How far the samples are from the picture: on the whole, and in the worst cell. */
function differences(data: Buffer, channels: number, picture: (x: number, y: number) => Colour | null) {
  const cells = new Map<string, { sum: number; count: number }>()
  let [sum, count] = [0, 0]
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) {
      const wanted = picture(x, y)
      if (!wanted) continue
      for (let band = 0; band < 3; band += 1) {
        // A grey picture has one channel, or one and alpha.
        const sample = data[(y * WIDTH + x) * channels + (channels < 3 ? 0 : band)] ?? NaN
        const difference = sample - wanted[band]!
        const name = `${floor(x / CELL_SIDE)},${floor(y / CELL_SIDE)},${band}`
        const cell = cells.get(name) ?? { sum: 0, count: 0 }
        cells.set(name, { sum: cell.sum + difference, count: cell.count + 1 })
        sum += Math.abs(difference)
        count += 1
      }
    }
  const means = [...cells.values()].map((cell) => Math.abs(cell.sum / cell.count))
  return { mean: sum / count, worstCell: Math.max(...means) }
}

describeNeeding(GDAL, 'a TIFF', () => {
  const cases = Object.entries(KINDS).flatMap(([family, names]) =>
    names.map((name) => [name, family] as const),
  )

  it.each(cases)('of the kind %s is converted to the pixels that it holds', async (name, family) => {
    const { converted, data, channels } = await convertedPixels(name)
    const { mean, worstCell } = differences(data, channels, PICTURES[family]!)
    expect({ mean, isNear: mean < MEAN }).toMatchObject({ isNear: true })
    expect({ worstCell, isNear: worstCell < CELL }).toMatchObject({ isNear: true })
    expect(converted.hasAlpha).toBe(family === 'rgba' || family === 'nodata')
  })

  it.each(KINDS.rgba!)('of the kind %s keeps its alpha exactly', async (name) => {
    const { data, channels } = await convertedPixels(name)
    expect(channels).toBe(4)
    const wrong = []
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < WIDTH; x += 1)
        if (data[(y * WIDTH + x) * 4 + 3] !== (x < 64 ? 0 : 255)) wrong.push([x, y])
    expect(wrong).toEqual([])
  })

  // What libvips cannot read; nobody is left with a black picture.
  it.each(['rgb-planes-tiles', 'grey-double'])('of the kind %s is refused for its layout', async (name) => {
    await expect(convertedPixels(name)).rejects.toMatchObject({ code: 'unsupportedLayout' })
    expect(existsSync(join(folder, name, 'converted'))).toBe(false)
  })

  it.each(['nodata-float', 'nodata-16-bit'])(
    'of the kind %s is stretched without its nodata',
    async (name) => {
      const { converted } = await convertedPixels(name)
      const step = name === 'nodata-float' ? [100, 3] : [1000, 10]
      const stretched = converted.warnings.find(({ code }) => code === 'stretched')
      expect(stretched?.details).toEqual({
        low: step[0]! + step[1]! * gradient(64, 0),
        high: step[0]! + step[1]! * 255,
      })
    },
  )

  it.each(['cmyk', 'cmyk-planes', 'cmyk-tiles-deflate'])(
    'of the kind %s shows the colours of its inks',
    async (name) => {
      const { data, channels } = await convertedPixels(name)
      const at = (x: number) => [0, 1, 2].map((band) => data[(120 * WIDTH + x) * channels + band]!)
      const [cyan, magenta, yellow, black, paper] = [32, 96, 160, 224, 288].map(at) as [
        number[],
        number[],
        number[],
        number[],
        number[],
      ]
      const [RED, GREEN, BLUE] = [0, 1, 2] as const
      const lacks = (colour: number[], band: number) =>
        [RED, GREEN, BLUE]
          .filter((other) => other !== band)
          .every((other) => colour[other]! - colour[band]! > 80)
      expect([lacks(cyan, RED), lacks(magenta, GREEN), lacks(yellow, BLUE)]).toEqual([true, true, true])
      expect(Math.max(...black)).toBeLessThan(70)
      expect(Math.min(...paper)).toBeGreaterThan(245)
    },
  )
})

describe('a picture', () => {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) pixels.set(PICTURES.rgb!(x, y)!, (y * WIDTH + x) * 3)
  const picture = () => sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
  const FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const
  const FINEST = {
    jpeg: { quality: 100 },
    png: {},
    webp: { lossless: true },
    tiff: { compression: 'lzw' },
  } as const

  it.each(FORMATS)('with a colour profile of its own is brought to sRGB: %s', async (format) => {
    const name = `profile-${format}`
    const path = join(folder, `${name}.tif`)
    await picture().withIccProfile('p3').toFormat(format, FINEST[format]).toFile(path)
    // The samples themselves are those of the wider space: taken for sRGB they would be pale.
    const { data: raw } = await sharp(path, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true })
    expect(differences(raw, 3, PICTURES.rgb!).worstCell).toBeGreaterThan(CELL)
    const { data, channels } = await convertedPixels(name)
    const { mean, worstCell } = differences(data, channels, PICTURES.rgb!)
    expect(mean).toBeLessThan(MEAN)
    expect(worstCell).toBeLessThan(CELL)
  })

  it.each(FORMATS)('that lies on its side by its EXIF stands upright: %s', async (format) => {
    const name = `turned-${format}`
    const path = join(folder, `${name}.tif`)
    // Stored turned to the left; orientation 6 turns it back.
    await picture().rotate(270).withMetadata({ orientation: 6 }).toFormat(format, FINEST[format]).toFile(path)
    expect((await sharp(path).metadata()).orientation).toBe(6)
    const { data, channels } = await convertedPixels(name)
    expect(differences(data, channels, PICTURES.rgb!).mean).toBeLessThan(MEAN)
  })
})
