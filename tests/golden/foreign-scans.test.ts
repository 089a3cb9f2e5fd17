/**
 * Scans as other programs write them: colours of 16 bits under a profile, transparency that is no alpha channel, JPEGs
 * with faults, large pieces and tags. The colours expected are littleCMS 2.17's (by Pillow 13), relative colorimetric.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { convertInChild } from '../../server/raster/scan/convert-in-child.ts'
import { unpackInChild } from '../../server/raster/scan/unpack-in-child.ts'
import { shorts } from '../../cog/file/tiff-writer.ts'
import { TAG } from '../../cog/file/tiff-tags.ts'
import { greyProfile, PRIMARIES, rgbProfile } from '../support/icc-profile.ts'
import {
  floatFields,
  HEIGHT,
  HIDDEN,
  HIDING,
  isHidden,
  picture,
  rgbPage,
  SHOWN,
  WIDTH,
  noData,
} from '../support/hidden-pixels.ts'
import { pngChunk, profiledPng, profiledTiff, SIDE } from '../support/profiled-scans.ts'
import { drawnScan } from '../support/scans.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'
import { bytesField, type Page, tiffFile } from '../support/tiff-file.ts'

sharp.cache(false)

const PHOTOSHOP_LAYERS_TAG = 37_724
/** JPEG at quality 88 of flat fields. */
const JPEG_TOLERANCE = 3

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-foreign-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function stored(content: Buffer, name = 'scan'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

type Pixel = readonly number[]

/** Red, green, blue and alpha of a picture at places. */
async function pixelsAt(path: string, places: readonly (readonly [x: number, y: number])[]) {
  const { data, info } = await sharp(path)
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return places.map(([x, y]): Pixel => {
    const at = (y * info.width + x) * info.channels
    const [red = 0, green = red, blue = red] = data.subarray(at, at + info.channels - 1)
    return [red, green, blue, data[at + info.channels - 1]!]
  })
}

/** The copy for display, the thumbnail and what a warp reads, each at the same places of a scan. */
async function everyCopy(scanPath: string, places: readonly (readonly [x: number, y: number])[]) {
  const converted = await convertInChild({ scanPath, outFolder: folder })
  const unpackFolder = join(folder, 'unpacked')
  await mkdir(unpackFolder, { recursive: true })
  await unpackInChild({ scanPath, outFolder: unpackFolder, keptFreeBytes: 0 })
  return {
    converted,
    display: await pixelsAt(join(folder, 'converted/converted.tif'), places),
    thumbnail: await pixelsAt(join(folder, 'thumbnails/small-300.webp'), places),
    warped: await pixelsAt(join(unpackFolder, 'pixels.tif'), places),
  }
}

const COLOURS: readonly Pixel[] = [
  [200, 40, 40],
  [40, 150, 60],
  [120, 120, 120],
]
const GREYS: readonly Pixel[] = [[40], [120], [200]]
const grey = (value: number): Pixel => [value, value, value]

const PROFILES: readonly (readonly [
  name: string,
  profile: Buffer,
  colours: readonly Pixel[],
  expected: readonly Pixel[],
])[] = [
  ['Adobe RGB', rgbProfile(PRIMARIES.adobeRgb, 2.2), COLOURS, [[233, 35, 35], [0, 151, 48], grey(121)]],
  ['ProPhoto RGB', rgbProfile(PRIMARIES.proPhoto, 1.8), COLOURS, [[255, 0, 49], [0, 182, 45], grey(139)]],
  ['linear RGB', rgbProfile(PRIMARIES.srgb, 1), COLOURS, [[229, 110, 110], [110, 202, 133], grey(183)]],
  ['linear grey', greyProfile(1), GREYS, [grey(110), grey(182), grey(229)]],
  ['grey of gamma 2.2', greyProfile(2.2), GREYS, [grey(35), grey(121), grey(201)]],
  ['grey of gamma 1.8', greyProfile(1.8), GREYS, [grey(53), grey(139), grey(210)]],
]

describe('a scan of 16 bits with a profile', () => {
  const places = COLOURS.map((_, n) => [n * SIDE + SIDE / 2, SIDE / 2] as const)
  const cases = PROFILES.flatMap(([name, ...rest]) => [
    ['TIFF', name, profiledTiff, ...rest] as const,
    ['PNG', name, profiledPng, ...rest] as const,
  ])

  it.each(cases)(
    'is shown in the colours of its profile: %s, %s',
    async (_, name, make, profile, colours, expected) => {
      const { display, thumbnail, warped } = await everyCopy(await stored(make(colours, profile)), places)
      for (const found of [display, thumbnail, warped])
        found.forEach((pixel, n) =>
          expected[n]!.forEach((value, band) =>
            expect(Math.abs(pixel[band]! - value), `${name} ${pixel.join()}`).toBeLessThanOrEqual(
              JPEG_TOLERANCE,
            ),
          ),
        )
    },
  )

  it('keeps its alpha channel', async () => {
    const colours = COLOURS.map((colour, n) => [...colour, n === 0 ? 0 : 255])
    const scan = profiledTiff(colours, rgbProfile(PRIMARIES.adobeRgb, 2.2))
    const { display, warped } = await everyCopy(await stored(scan), places)
    for (const found of [display, warped]) expect(found.map(([, , , alpha]) => alpha)).toEqual([0, 255, 255])
  })
})

describe('a TIFF that says which of its pixels are shown', () => {
  it.each(Object.keys(HIDING))('hides the others: %s', async (name) => {
    const { converted, display, thumbnail, warped } = await everyCopy(await stored(HIDING[name]!()), [
      SHOWN,
      HIDDEN,
    ])
    expect(converted.hasAlpha).toBe(true)
    for (const found of [display, thumbnail, warped])
      expect(found.map(([, , , alpha]) => alpha)).toEqual([255, 0])
  })

  it.each([6, 3])(
    'hides them where they come to lie once it is upright (orientation %i)',
    async (orientation) => {
      const fields = [...noData('0'), shorts(TAG.orientation, [orientation])]
      const scan = tiffFile([rgbPage(picture(3, [0, 0, 0]), { fields })])
      // The left third comes to be the top, or the right.
      const places =
        orientation === 6
          ? ([
              [40, 60],
              [40, 5],
            ] as const)
          : ([
              [20, 40],
              [90, 40],
            ] as const)
      const { display, warped } = await everyCopy(await stored(scan), places)
      for (const found of [display, warped]) expect(found.map(([, , , alpha]) => alpha)).toEqual([255, 0])
    },
  )

  it.each(['256', '-9999', '', 'none'])('is opaque where no pixel has the value %j', async (value) => {
    const scan = tiffFile([rgbPage(picture(3, [0, 0, 0]), { fields: noData(value) })])
    const { converted } = await everyCopy(await stored(scan), [HIDDEN])
    expect(converted.hasAlpha).toBe(false)
  })
})

describe('a PNG that names one transparent colour', () => {
  it('hides it', async () => {
    const head = Buffer.alloc(13)
    head.writeUInt32BE(WIDTH, 0)
    head.writeUInt32BE(HEIGHT, 4)
    head[8] = 8
    const samples = picture(1, [7])
    const rows = Array.from({ length: HEIGHT }, (_, y) => [
      Buffer.alloc(1),
      samples.subarray(y * WIDTH, (y + 1) * WIDTH),
    ])
    const png = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      pngChunk('IHDR', head),
      pngChunk('tRNS', Buffer.from([0, 7])),
      pngChunk('IDAT', deflateSync(Buffer.concat(rows.flat()))),
      pngChunk('IEND', Buffer.alloc(0)),
    ])
    const { display } = await everyCopy(await stored(png), [SHOWN, HIDDEN])
    expect(display.map(([, , , alpha]) => alpha)).toEqual([255, 0])
  })
})

describe('a JPEG with faults', () => {
  const drawn = async () => (await drawnScan(800, 600)).content as Buffer
  const afterFirstSegment = (jpeg: Buffer, junk: Buffer) => {
    const end = 4 + jpeg.readUInt16BE(4)
    return Buffer.concat([jpeg.subarray(0, end), junk, jpeg.subarray(end)])
  }
  const JUNK = Buffer.from(Array.from({ length: 21 }, (_, n) => n + 1))
  const FAULTS: Record<string, (jpeg: Buffer) => Buffer> = {
    'bytes between its segments': (jpeg) => afterFirstSegment(jpeg, JUNK),
    'no end marker': (jpeg) => jpeg.subarray(0, -2),
    'its last bytes missing': (jpeg) => jpeg.subarray(0, -12),
  }

  it.each(Object.keys(FAULTS))('is read with a warning: %s', async (fault) => {
    const whole = await drawn()
    const { converted, warped } = await everyCopy(await stored(FAULTS[fault]!(whole)), [
      [300, 200],
      [700, 500],
    ])
    expect(converted.warnings).toEqual([{ code: 'faultyJpeg' }])
    expect(warped).toEqual(
      await pixelsAt(await stored(whole, 'whole'), [
        [300, 200],
        [700, 500],
      ]),
    )
  })

  it('is read where it is progressive and only its end marker is missing', async () => {
    const jpeg = await sharp(await drawn())
      .jpeg({ progressive: true })
      .toBuffer()
    const { converted } = await everyCopy(await stored(jpeg.subarray(0, -2)), [[1, 1]])
    expect(converted.warnings).toEqual([{ code: 'faultyJpeg' }])
  })

  it.each([
    ['cut off in the middle', (jpeg: Buffer) => jpeg.subarray(0, jpeg.length / 2)],
    [
      'cut off in the middle with an end marker',
      (jpeg: Buffer) => Buffer.concat([jpeg.subarray(0, jpeg.length / 2), jpeg.subarray(-2)]),
    ],
    [
      'cut off at 97 % with bytes between its segments',
      (jpeg: Buffer) => afterFirstSegment(jpeg.subarray(0, jpeg.length * 0.9), JUNK),
    ],
  ])('is refused where it is %s', async (_, cut) => {
    const scanPath = await stored(cut(await drawn()))
    await expect(convertInChild({ scanPath, outFolder: folder })).rejects.toMatchObject({
      code: 'damagedImage',
    })
  })
})

describe('a large TIFF', () => {
  it('is read though it is one compressed strip of more than 50 MB', async () => {
    const [width, height] = [4000, 4500]
    const samples = Buffer.alloc(width * height * 3)
    for (let at = 0, state = 1; at < samples.length; at++) {
      state = (state * 16_807) % 2_147_483_647
      samples[at] = state & 255
    }
    const strip = deflateSync(samples, { level: 1 })
    expect(strip.length).toBeGreaterThan(52_500_000)
    const scan = tiffFile([rgbPage(strip, { width, height, compression: 8 })])
    const converted = await convertInChild({ scanPath: await stored(scan), outFolder: folder })
    expect(converted).toMatchObject({ width, height, warnings: [] })
  })

  it('is read though a program put 60 MB of layers into it', async () => {
    const layers = bytesField(PHOTOSHOP_LAYERS_TAG, Buffer.alloc(60_000_000, 1))
    const scan = tiffFile([rgbPage(picture(3, [9, 9, 9]), { fields: [layers] })])
    const converted = await convertInChild({ scanPath: await stored(scan), outFolder: folder })
    expect(converted).toMatchObject({ width: WIDTH, height: HEIGHT, warnings: [] })
  })
})

describe('a TIFF of several pages', () => {
  it('is its largest one, where a small one comes first', async () => {
    const small = { ...rgbPage(Buffer.alloc(12 * 10 * 3, 200)), width: 12, height: 10 }
    const scan = tiffFile([small, rgbPage(picture(3, [9, 9, 9]))])
    const { converted, warped } = await everyCopy(await stored(scan), [HIDDEN])
    expect(converted).toMatchObject({
      width: WIDTH,
      height: HEIGHT,
      warnings: [{ code: 'largestPageOnly', details: { count: 2, page: 2 } }],
    })
    expect(warped).toEqual([[9, 9, 9, 255]])
  })
})

describe('a TIFF of more bands than a picture has', () => {
  const five = (extra: readonly number[], more: Partial<Page> = {}) =>
    tiffFile([
      rgbPage(picture(5, [200, 100, 50, 0, 90]), {
        bits: [8, 8, 8, 8, 8],
        fields: [shorts(TAG.extraSamples, extra)],
        ...more,
      }),
    ])

  it('shows its colours', async () => {
    const { converted, display, warped } = await everyCopy(await stored(five([0, 0])), [HIDDEN])
    expect(converted.hasAlpha).toBe(false)
    expect(warped).toEqual([[200, 100, 50, 255]])
    display[0]!.forEach((value, band) =>
      expect(Math.abs(value - warped[0]![band]!)).toBeLessThanOrEqual(JPEG_TOLERANCE),
    )
  })

  it('keeps alpha where it says that the fourth is alpha', async () => {
    const { display } = await everyCopy(await stored(five([2, 0])), [HIDDEN])
    expect(display[0]![3]).toBe(0)
  })

  it('shows its colours of 16 bits under their profile', async () => {
    const strip = picture(
      5,
      [200, 40, 40, 9, 9].map((value) => value * 257),
      Uint16Array,
    )
    const profile = bytesField(TAG.icc, rgbProfile(PRIMARIES.adobeRgb, 2.2))
    const bits = [16, 16, 16, 16, 16]
    const scan = five([0, 0], { strip, bits, fields: [shorts(TAG.extraSamples, [0, 0]), profile] })
    const { warped } = await everyCopy(await stored(scan), [HIDDEN])
    ;[233, 35, 35].forEach((value, band) =>
      expect(Math.abs(warped[0]![band]! - value)).toBeLessThanOrEqual(JPEG_TOLERANCE),
    )
  })
})

describe('a TIFF of colours in floats', () => {
  const scan = (nothing: readonly number[]) => {
    // Beside it white and black, which say what the range is.
    const samples = new Float32Array(WIDTH * HEIGHT * 3)
    const most = Math.max(...nothing) > 1 ? 255 : 1
    for (let at = 0; at < samples.length; at++) {
      const x = Math.floor(at / 3) % WIDTH
      samples[at] = isHidden(x) ? nothing[at % 3]! : x < 64 ? 0 : most
    }
    const page = { bits: [32, 32, 32], fields: floatFields(3) }
    return tiffFile([rgbPage(Buffer.from(samples.buffer), page)])
  }
  it.each([
    ['0 to 1', [0.8, 0.4, 0.2], [204, 102, 51]],
    ['0 to 255', [200, 100, 50], [200, 100, 50]],
  ])('shows shades from %s as they are', async (_, colour, expected) => {
    const { converted, warped } = await everyCopy(await stored(scan(colour)), [HIDDEN])
    expect(warped[0]!.slice(0, 3)).toEqual(expected)
    expect(converted.warnings).toEqual([])
  })

  it('stretches others from the least to the most', async () => {
    const { converted, warped } = await everyCopy(await stored(scan([1000, 255, 2000])), [HIDDEN])
    expect(warped[0]!.slice(0, 3)).toEqual([128, 33, 255])
    expect(converted.warnings).toEqual([{ code: 'stretched', details: { low: 0, high: 2000 } }])
  })
})

describeWithSharedData('scans after public bug reports', () => {
  it.each(['srgb16.tif', 'srgb16.png', 'raw16.tif'])('%s of 16 bits shows its two colours', async (name) => {
    const scanPath = sharedData('outside-cases', 'icc-16bit', name)
    const places = await Promise.all(
      [
        [200, 40, 40],
        [40, 150, 60],
      ].map((colour) => placeOf(colour)),
    )
    const { display } = await everyCopy(scanPath, places)
    const differences = [
      [200, 40, 40],
      [40, 150, 60],
    ].map((colour, n) => Math.max(...colour.map((value, band) => Math.abs(display[n]![band]! - value))))
    expect(Math.max(...differences)).toBeLessThanOrEqual(JPEG_TOLERANCE)
  })

  /** Where the scan without a profile has a colour. */
  async function placeOf(colour: Pixel): Promise<readonly [number, number]> {
    const { data, info } = await sharp(sharedData('outside-cases', 'icc-16bit', 'raw16.tif'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    for (let y = 8; y < info.height; y += 8)
      for (let x = 8; x < info.width; x += 8)
        if (colour.every((value, band) => data[(y * info.width + x) * 3 + band] === value))
          return [x + 4, y + 4]
    throw new Error(`no ${colour.join()}`)
  }

  it.each(['mask.tif', 'nodata0.tif', 'alpha.tif'])('%s is transparent at (300, 50)', async (name) => {
    const scanPath = sharedData('outside-cases', 'mask-nodata', name)
    const { display, warped } = await everyCopy(scanPath, [[300, 50]])
    for (const found of [display, warped]) expect(found[0]![3]).toBe(0)
  })

  it('junk-before-rst.jpg is read as Pillow and GDAL read it', async () => {
    const scanPath = sharedData('outside-cases', 'jpeg-junk', 'junk-before-rst.jpg')
    const { converted, warped } = await everyCopy(scanPath, [[100, 100]])
    expect(converted.warnings).toEqual([{ code: 'faultyJpeg' }])
    const lenient = await sharp(await readFile(scanPath), { failOn: 'none' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (100 * lenient.info.width + 100) * lenient.info.channels
    expect(warped[0]!.slice(0, 3)).toEqual([...lenient.data.subarray(at, at + 3)])
  })
})
