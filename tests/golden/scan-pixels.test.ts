/**
 * Every picture of the sample sets that GDAL reads, compared with what GDAL sees in it (scan-signatures.json, made by
 * make-scan-signatures.py with GDAL 3.6.2). The conversion runs in this process: a crash of the decoder fails the run.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { convertInChild } from '../../server/raster/convert-in-child.ts'
import type { ConvertedScan } from '../../server/raster/convert-scan.ts'
import { RasterError } from '../../server/raster/raster-error.ts'
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
  return type === 'UInt16' ? value / 257 : value
}

describeWithSharedData('pictures of the sample sets', () => {
  it.each(Object.entries(signatures))(
    '%s shows what GDAL sees, or is refused for its layout',
    async (name, signature) => {
      const path = sharedData(...name.split('/'))
      const converted = await convert(path)
      if (converted instanceof RasterError) {
        expect(REFUSALS).toContain(converted.code)
        return
      }
      const { hasProfile, orientation = 1, space } = await sharp(path, { limitInputPixels: false }).metadata()
      // GDAL turns nothing upright, knows no colour profiles and takes linear light and ink for shades.
      if (hasProfile || orientation !== 1 || OTHER_SPACES.has(space)) return
      expect([converted.width, converted.height]).toEqual([signature.width, signature.height])
      const cells = await cellsOf(join(folder, 'converted/converted.tif'), signature.bands)
      const differences = signature.cells.map((value, index) =>
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
