import { fromBlob } from 'geotiff'
import type { GeoTIFF, GeoTIFFImage } from 'geotiff'
import { completeJpeg } from '../raster/jpeg-tile.ts'
import { LocalFailureError } from './local-failure.ts'
import { checkMemory } from './memory-limit.ts'
import { type ScanRows, type Strip, STRIP_ROWS } from './scan-rows.ts'
import { type SampleScale, samplesToRgba, scaleOf, type TiffPixels } from './tiff-samples.ts'
import { turnedUpright } from './turned-rows.ts'

const COMPRESSION = { jpeg: 7 } as const
/** None, LZW, JPEG, Deflate (two numbers), PackBits, Zstandard. */
const READABLE = new Set([1, 5, 7, 8, 32_946, 32_773, 50_000])
const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, yCbCr: 6 } as const
const FLOATS = 3
const SUBFILE_MASK = 4

/**
 * A TIFF, read in rows of tiles: its largest picture, as the server takes it.
 *
 * @throws LocalFailureError `unsupported` for compressions and colours that cannot be read here
 */
export async function openTiffScan(scan: Blob): Promise<ScanRows> {
  const tiff = await fromBlob(scan).catch((error: unknown) => {
    throw new LocalFailureError('damaged', 'the directories of the TIFF cannot be read', { cause: error })
  })
  const image = await largestImage(tiff)
  const [width, height] = [image.getWidth(), image.getHeight()]
  checkPieces(image)
  const pixels = await pixelsOf(image)
  let scale: Promise<SampleScale> | undefined
  const strips = pixels ? strippedSamples : strippedJpegs
  async function* strippedSamples(): AsyncGenerator<Strip> {
    if (!pixels) return
    scale ??= scaleOf(pixels, samplesIn(image))
    const known = await scale
    for (let top = 0; top < height; top += STRIP_ROWS) {
      const rows = Math.min(STRIP_ROWS, height - top)
      yield { top, rows, rgba: samplesToRgba(await samplesAt(image, top, rows), pixels, known) }
    }
  }
  async function* strippedJpegs(): AsyncGenerator<Strip> {
    const tables = await tablesOf(image)
    const canvas = new OffscreenCanvas(width, Math.min(STRIP_ROWS, height))
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2D canvas in this worker')
    for (let top = 0; top < height; top += STRIP_ROWS) {
      const rows = Math.min(STRIP_ROWS, height - top)
      await drawJpegs(image, tables, context, top, rows)
      yield { top, rows, rgba: context.getImageData(0, 0, width, rows).data }
    }
  }
  const rows: ScanRows = {
    width,
    height,
    mayHide: pixels?.hasAlpha ?? false,
    strips,
    close: () => void tiff.close(),
  }
  const orientation = await orientationOf(image)
  return orientation > 1 && orientation <= 8 ? turnedUpright(rows, orientation) : rows
}

async function orientationOf({ fileDirectory }: GeoTIFFImage): Promise<number> {
  return fileDirectory.hasTag('Orientation') ? Number(await fileDirectory.loadValue('Orientation')) : 1
}

async function largestImage(tiff: GeoTIFF): Promise<GeoTIFFImage> {
  let largest: GeoTIFFImage | undefined
  const count = await tiff.getImageCount()
  for (let index = 0; index < count; index++) {
    const image = await tiff.getImage(index)
    const isMask = ((Number(image.fileDirectory.getValue('NewSubfileType')) || 0) & SUBFILE_MASK) !== 0
    const area = (one: GeoTIFFImage) => one.getWidth() * one.getHeight()
    if (!isMask && (!largest || area(image) > area(largest))) largest = image
  }
  if (!largest) throw new LocalFailureError('damaged', 'the TIFF holds no picture')
  return largest
}

/** A tile or strip is decoded as a whole. @throws LocalFailureError `tooLarge`, `unsupported` */
function checkPieces(image: GeoTIFFImage): void {
  const compression = Number(image.fileDirectory.getValue('Compression') ?? 1)
  if (!READABLE.has(compression)) throw new LocalFailureError('unsupported', `compression ${compression}`)
  checkMemory(image.getTileWidth(), Math.max(image.getTileHeight(), STRIP_ROWS))
  checkMemory(image.getWidth(), 2 * STRIP_ROWS)
}

/** How samples become colours; undefined where the browser decodes the pieces. @throws LocalFailureError */
async function pixelsOf(image: GeoTIFFImage): Promise<TiffPixels | undefined> {
  const { fileDirectory } = image
  const photometric = Number(fileDirectory.getValue('PhotometricInterpretation'))
  const compression = Number(fileDirectory.getValue('Compression') ?? 1)
  const samples = image.getSamplesPerPixel()
  const bits = image.getBitsPerSample()
  if (compression === COMPRESSION.jpeg && bits === 8) return undefined
  const colours = photometric === PHOTOMETRIC.rgb ? 3 : 1
  if (photometric > PHOTOMETRIC.palette || samples < colours)
    throw new LocalFailureError('unsupported', `photometric interpretation ${photometric}`)
  const extra = fileDirectory.hasTag('ExtraSamples') ? await fileDirectory.loadValue('ExtraSamples') : []
  const palette = photometric === PHOTOMETRIC.palette ? await fileDirectory.loadValue('ColorMap') : undefined
  return {
    samples,
    colours,
    hasAlpha: samples > colours && Number((extra as ArrayLike<number>)[0]) > 0,
    bits,
    isFloat: image.getSampleFormat() === FLOATS,
    isInverted: photometric === PHOTOMETRIC.whiteIsZero,
    ...(palette !== undefined && { palette: Uint16Array.from(palette as ArrayLike<number>) }),
  }
}

async function samplesAt(image: GeoTIFFImage, top: number, rows: number): Promise<ArrayLike<number>> {
  const window = [0, top, image.getWidth(), top + rows]
  try {
    return (await image.readRasters({ window, interleave: true })) as unknown as ArrayLike<number>
  } catch (error) {
    throw new LocalFailureError('damaged', `rows ${top} to ${top + rows} cannot be decoded`, { cause: error })
  }
}

async function* samplesIn(image: GeoTIFFImage): AsyncGenerator<ArrayLike<number>> {
  for (let top = 0; top < image.getHeight(); top += STRIP_ROWS)
    yield await samplesAt(image, top, Math.min(STRIP_ROWS, image.getHeight() - top))
}

async function tablesOf(image: GeoTIFFImage): Promise<Uint8Array | null> {
  if (!image.fileDirectory.hasTag('JPEGTables')) return null
  return Uint8Array.from((await image.fileDirectory.loadValue('JPEGTables')) as ArrayLike<number>)
}

/** Draws the pieces that lie in some rows of the picture. */
async function drawJpegs(
  image: GeoTIFFImage,
  tables: Uint8Array | null,
  context: OffscreenCanvasRenderingContext2D,
  top: number,
  rows: number,
): Promise<void> {
  const [across, down] = [image.getTileWidth(), image.getTileHeight()]
  const isRgb =
    Number(image.fileDirectory.getValue('PhotometricInterpretation')) === PHOTOMETRIC.rgb &&
    image.getSamplesPerPixel() === 3
  for (let y = Math.floor(top / down); y * down < top + rows; y++) {
    for (let x = 0; x * across < image.getWidth(); x++) {
      const raw = await image.getTileOrStrip(x, y, 0, { decode: async (bytes) => bytes })
      const jpeg = completeJpeg(new Uint8Array(raw.data), tables, isRgb)
      const piece = await createImageBitmap(new Blob([jpeg], { type: 'image/jpeg' })).catch(
        (error: unknown) => {
          throw new LocalFailureError('damaged', `tile ${x}/${y} cannot be decoded`, { cause: error })
        },
      )
      context.drawImage(piece, x * across, y * down - top)
      piece.close()
    }
  }
}
