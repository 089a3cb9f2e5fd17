/**
 * Every picture of the sample sets that GDAL reads, compared with what GDAL sees in it (scan-signatures.json, made by
 * make-scan-signatures.py with GDAL 3.6.2). The conversion runs in this process: a crash of the decoder fails the run.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { convertInChild } from '../../server/raster/scan/convert-in-child.ts'
import type { ConvertedScan } from '../../server/raster/scan/converted-scan.ts'
import { RasterError } from '../../cog/raster-error.ts'
import { itNeeding, type Need, REAL_MAPS } from '../support/needs.ts'
import { describeWithSharedData, sharedData } from '../support/shared-data.ts'

sharp.cache(false)

interface Signature {
  readonly width: number
  readonly height: number
  readonly type: string
  readonly bands: number
  readonly cells: readonly (number | null)[]
}

const CELLS = 4
/** Mean brightness of a cell, of 255, after JPEG at quality 88 (or rounding of 16 bits). */
const TOLERANCE = 5
/** The same as WebP at quality 90, where what alpha hides is smoothed into what it shows. */
const ALPHA_TOLERANCE = 8
/** One colour band of a cell of 4 x 4 px: the colours are halved, so pure ones bleed from cell to cell in tiny pictures. */
const COLOUR_TOLERANCE = 36
/** Layouts that libvips does not read; the interface says so. */
const REFUSALS = new Set(['unsupportedLayout', 'unsupportedCompression', 'tooManyPixels'])

/** Inks that no profile tells are turned into colours by each program as it thinks best; a wrong turn falls below 0.5. */
const OWN_COLOURS_LIKENESS = 0.92
/** Signed ink: nothing says what its negative numbers mean, and the programs do not agree. */
const UNTOLD = new Set(['tiff-samples/image-tiff/tiled-cmyk-i8.tif'])
const AGREED_INK: Need = {
  name: 'programs that agree on negative ink',
  isMet: false,
  isExpectedOnCi: false,
}

const OTHER_SPACES: ReadonlySet<string> = new Set(['scrgb', 'lab', 'labs', 'cmyk'])

const signatures = JSON.parse(
  await readFile(new URL('scan-signatures.json', import.meta.url), 'utf8'),
) as Record<string, Signature>

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-pixels-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function convert(path: string): Promise<ConvertedScan | RasterError> {
  try {
    return await convertInChild({ scanPath: path, outFolder: folder })
  } catch (error) {
    if (error instanceof RasterError) return error
    throw error
  }
}

/** Means of 4 x 4 cells of the converted picture, band by band. */
async function cellsOf(path: string, bands: number): Promise<number[]> {
  const { data, info } = await sharp(path, { limitInputPixels: false })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const edge = (length: number, index: number): number => Math.floor((length * index) / CELLS)
  const cells: number[] = []
  for (let band = 0; band < bands; band++) {
    for (let row = 0; row < CELLS; row++) {
      for (let column = 0; column < CELLS; column++) {
        let sum = 0
        let count = 0
        for (let y = edge(info.height, row); y < edge(info.height, row + 1); y++) {
          for (let x = edge(info.width, column); x < edge(info.width, column + 1); x++) {
            sum += data[(y * info.width + x) * info.channels + band] ?? NaN
            count++
          }
        }
        cells.push(sum / count)
      }
    }
  }
  return cells
}

/** Rec. 601 brightness of differences given band by band. */
function brightnessOf(differences: readonly number[]): number[] {
  const count = CELLS ** 2
  const at = (index: number): number => differences[index] ?? NaN
  return Array.from(
    { length: count },
    (_, cell) => 0.299 * at(cell) + 0.587 * at(count + cell) + 0.114 * at(2 * count + cell),
  )
}

/** The 8-bit value that a sample of the file should have become. */
function expectedByte(value: number, { type }: Signature, { warnings }: ConvertedScan): number {
  const stretch = warnings.find(({ code }) => code === 'stretched')?.details
  if (stretch) {
    const [low, high] = [Number(stretch.low), Number(stretch.high)]
    return ((value - low) / (high - low)) * 255
  }
  // Light of 1 is white.
  if (type === 'Float32') return value * 255
  return type === 'UInt16' ? value / 257 : value
}

/** How a picture is to be read beside its samples: GDAL heeds none of it. */
interface Reading {
  readonly orientation: number
  /** Its colours are told by a profile, or are linear light or ink; GDAL takes them for plain shades. */
  readonly hasOwnColours: boolean
}

async function readingOf(name: string): Promise<Reading> {
  const { hasProfile, orientation, space } = await sharp(sharedData(...name.split('/')), {
    limitInputPixels: false,
  })
    .metadata()
    // What libvips cannot open is refused, as its test shows.
    .catch(() => ({ hasProfile: false, orientation: 1, space: 'srgb' }))
  return { orientation: orientation ?? 1, hasOwnColours: hasProfile || OTHER_SPACES.has(space) }
}

/** The cell of the stored picture that an upright cell shows, by the EXIF orientation. */
function storedCell(
  orientation: number,
  column: number,
  row: number,
): readonly [column: number, row: number] {
  const last = CELLS - 1
  const [x, y] = orientation > 4 ? [row, column] : [column, row]
  const mirrorsX = [2, 3, 7, 8].includes(orientation)
  const mirrorsY = [3, 4, 6, 7].includes(orientation)
  return [mirrorsX ? last - x : x, mirrorsY ? last - y : y]
}

/** Cells as they lie once the picture stands upright. */
function turnedUpright(cells: Signature['cells'], orientation: number): (number | null)[] {
  return cells.map((_, index) => {
    const band = Math.floor(index / CELLS ** 2)
    const [column, row] = storedCell(orientation, index % CELLS, Math.floor(index / CELLS) % CELLS)
    return cells[band * CELLS ** 2 + row * CELLS + column] ?? null
  })
}

const uprightSize = ({ width, height }: Signature, orientation: number) =>
  orientation > 4 ? [height, width] : [width, height]

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Standard deviation. */
function spreadOf(values: readonly number[]): number {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

/** Correlation: 1 where one is the other made lighter, darker or stronger. */
function likeness(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const together = meanOf(a.map((value, at) => (value - meanA) * ((b[at] ?? NaN) - meanB)))
  return together / (spreadOf(a) * spreadOf(b))
}

const readings = REAL_MAPS.isMet
  ? await Promise.all(
      Object.entries(signatures).map(async ([name, signature]) => ({
        name,
        signature,
        // Alpha may hide a part of every cell; then its size alone is compared.
        showsSomething: signature.cells.some((cell) => cell !== null),
        ...(await readingOf(name)),
      })),
    )
  : []

describeWithSharedData('pictures of the sample sets', () => {
  for (const name of UNTOLD) itNeeding(AGREED_INK, `${name} is like what GDAL sees`, () => undefined)

  it.each(
    readings.filter(
      ({ name, hasOwnColours, showsSomething }) => hasOwnColours && showsSomething && !UNTOLD.has(name),
    ),
  )(
    '$name shows the light and shade that GDAL sees, upright, in colours of its own',
    async ({ name, signature, orientation }) => {
      const converted = await convert(sharedData(...name.split('/')))
      if (converted instanceof RasterError) throw converted
      expect([converted.width, converted.height]).toEqual(uprightSize(signature, orientation))
      const cells = await cellsOf(join(folder, 'converted/converted.tif'), signature.bands)
      const expected = turnedUpright(signature.cells, orientation).map((value) =>
        value === null ? NaN : expectedByte(value, signature, converted),
      )
      const shades = [expected, cells].map((bands) => (signature.bands === 1 ? bands : brightnessOf(bands)))
      const [wanted = [], found = []] = shades.map((all) =>
        all.filter((_, at) => !Number.isNaN(shades[0]?.[at])),
      )
      expect(wanted.length).toBeGreaterThan(CELLS)
      // A picture of one shade has no light and dark to compare.
      if (spreadOf(wanted) < 1)
        wanted.forEach((shade, at) =>
          expect(Math.abs((found[at] ?? NaN) - shade)).toBeLessThan(COLOUR_TOLERANCE),
        )
      else expect(likeness(wanted, found)).toBeGreaterThan(OWN_COLOURS_LIKENESS)
    },
  )

  it.each(readings.filter(({ hasOwnColours, showsSomething }) => !hasOwnColours || !showsSomething))(
    '$name shows what GDAL sees, upright, or is refused for its layout',
    async ({ name, signature, orientation }) => {
      const path = sharedData(...name.split('/'))
      const converted = await convert(path)
      if (converted instanceof RasterError) {
        expect(REFUSALS).toContain(converted.code)
        return
      }
      expect([converted.width, converted.height]).toEqual(uprightSize(signature, orientation))
      const cells = await cellsOf(join(folder, 'converted/converted.tif'), signature.bands)
      const differences = turnedUpright(signature.cells, orientation).map((value, index) =>
        value === null ? 0 : (cells[index] ?? NaN) - expectedByte(value, signature, converted),
      )
      const grey = signature.bands === 1
      expect(Math.max(...differences.map(Math.abs))).toBeLessThan(grey ? ALPHA_TOLERANCE : COLOUR_TOLERANCE)
      const brightness = grey ? differences : brightnessOf(differences)
      expect(Math.max(...brightness.map(Math.abs))).toBeLessThan(
        converted.hasAlpha ? ALPHA_TOLERANCE : TOLERANCE,
      )
    },
  )

  it('turns pure red ink (CMYK 0, 100, 100, 0 with its profile) into red', async () => {
    const scanPath = sharedData('image-samples', 'sharp', 'fogra-0-100-100-0.tif')
    await convertInChild({ scanPath, outFolder: folder })
    const cells = await cellsOf(join(folder, 'converted/converted.tif'), 3)
    // FOGRA39: 0, 100, 100, 0 is sRGB 227, 6, 19 by lcms 2 (relative colorimetric).
    const red = [227, 6, 19]
    red.forEach((value, band) => expect(Math.abs((cells[band * CELLS ** 2] ?? NaN) - value)).toBeLessThan(5))
  })

  it('turns the eight EXIF orientations of one picture into the same picture', async () => {
    // Each file was compressed by itself; a wrong turn moves cells by 20 and more.
    const seen: number[][] = []
    for (let orientation = 1; orientation <= 8; orientation++) {
      await convertInChild({
        scanPath: sharedData('image-samples', 'sharp', `Landscape_${orientation}.jpg`),
        outFolder: folder,
      })
      seen.push(await cellsOf(join(folder, 'converted/converted.tif'), 3))
    }
    for (const cells of seen) {
      cells.forEach((value, index) => expect(Math.abs(value - (seen[0]?.[index] ?? NaN))).toBeLessThan(8))
    }
  })
})
