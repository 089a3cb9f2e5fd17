import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { openScan } from '../decoder-sharp.ts'
import type { EmbeddedControlPoints, ScanFormat } from './converted-scan.ts'
import { readEmbeddedControlPoints } from './embedded-points.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'
import { formatOfExtension, sniffFormat } from './scan-format.ts'
import { checkPixelLimit } from './scan-limits.ts'
import { sharesPieces } from './shared-pieces.ts'
import { largestOf, maskOf, noDataSamples, pagesOf, PHOTOMETRIC } from './tiff-pages.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import { TiffFile } from '../tiff/tiff-directory.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** What is known of a scan before a pixel is decoded. */
export interface ScanProbe {
  readonly format: ScanFormat
  /** Size as stored, before the EXIF orientation. */
  readonly storedWidth: number
  readonly storedHeight: number
  /** EXIF orientation, 1–8. */
  readonly orientation: number
  readonly metadata: Metadata
  /** The page of the file that is read, from 0. */
  readonly page: number
  /** Samples of a pixel that means nothing (GDAL's NODATA tag), as the decoder gives them: one for all bands, or one each. */
  readonly noData?: readonly number[]
  /** The page that says which pixels of a TIFF are shown. */
  readonly maskPage?: number
  /** What a decoder may find wrong without giving up, where the usual strictness is too much (`jpeg-faults.ts`). */
  readonly failOn?: 'none'
  readonly embedded?: EmbeddedControlPoints
  readonly warnings: readonly RasterWarning[]
}

interface TiffFacts {
  readonly tiled: boolean
  readonly bilevel: boolean
  readonly pages: number
  readonly page: number
  /** Whether the band behind three colours is said to be alpha. */
  readonly isFourthAlpha: boolean
  readonly noData?: readonly number[]
  readonly maskPage?: number
  readonly embedded?: EmbeddedControlPoints
  readonly warnings: readonly RasterWarning[]
}

/** TIFF compressions that our libtiff decodes: none, CCITT RLE/G3/G4, LZW, JPEG, deflate (both numbers), PackBits, WebP. */
const DECODABLE = new Set([1, 2, 3, 4, 5, 7, 8, 32946, 32773, 50001])
const BILEVEL = new Set([2, 3, 4])
const JPEG = 7
const COMPRESSION_NAMES: Readonly<Record<number, string>> = {
  6: 'old-style JPEG',
  32766: 'NeXT',
  32809: 'ThunderScan',
  32909: 'PixarLog',
  34676: 'SGI LogLuv',
  34677: 'SGI LogLuv 24',
  34712: 'JPEG 2000',
  34887: 'LERC',
  34925: 'LZMA',
  50000: 'Zstandard',
  50002: 'JPEG XL',
}
/** Pages that are counted for the message; a file may claim any number of them. */
const MAX_PAGES_COUNTED = 1000
const MAX_CHANNELS = 32
/** Grey and alpha; more are measurements, not a picture. */
const MAX_GREY_CHANNELS = 2

/**
 * Judges a scan by its first bytes, its TIFF directory and the decoder's metadata.
 *
 * @throws RasterError `emptyFile`, `unsupportedFormat`, `extensionMismatch`, `unsupportedCompression`, `noImage`,
 *   `tooManyPixels`, `damagedImage`
 */
export async function probeScan(scanPath: string, originalExtension?: string): Promise<ScanProbe> {
  const handle = await open(scanPath, 'r')
  try {
    const { size } = await handle.stat()
    if (size === 0) throw new RasterError('emptyFile')
    const format = await formatOf(handle, originalExtension)
    const tiff = format === 'tiff' ? await tiffFacts(handle) : undefined
    const page = tiff?.page ?? 0
    const read = await readMetadata(
      openScan(scanPath, format, {
        limitInputChannels: false,
        ...(tiff && { page }),
        // What a JPEG's head holds beside markers is judged with its pixels.
        ...(format === 'jpeg' && { failOn: 'error' }),
      }),
    )
    // The decoder takes any band behind the colours for alpha.
    const metadata = tiff && read.channels > 4 ? { ...read, hasAlpha: tiff.isFourthAlpha } : read
    if (metadata.format !== format) throw new RasterError('unsupportedFormat')
    const { width: storedWidth, height: storedHeight } = metadata
    if (!(storedWidth > 0 && storedHeight > 0)) throw new RasterError('noImage')
    checkPixelLimit({
      format,
      width: storedWidth,
      height: storedHeight,
      fileBytes: size,
      pixelBytes: metadata.channels * (metadata.depth === 'uchar' ? 1 : 2),
      whole: isDecodedWhole(metadata),
      tiled: tiff?.tiled ?? false,
      bilevel: tiff?.bilevel ?? false,
    })
    const grey = metadata.space === 'b-w' || metadata.space === 'grey16'
    if (metadata.channels > (grey ? MAX_GREY_CHANNELS : MAX_CHANNELS)) {
      throw new RasterError('unsupportedLayout', { text: `${metadata.channels} channels` })
    }
    const pages = tiff?.pages ?? metadata.pages ?? 1
    const warnings = [...(tiff?.warnings ?? [])]
    if (pages > 1)
      warnings.push(
        page === 0
          ? { code: 'firstPageOnly', details: { count: pages } }
          : { code: 'largestPageOnly', details: { count: pages, page: page + 1 } },
      )
    const orientation = metadata.orientation ?? 1
    if (orientation > 1) warnings.push({ code: 'turnedUpright', details: { orientation } })
    const embedded = tiff?.embedded
    const noData = tiff?.noData
    const maskPage = tiff?.maskPage
    return {
      format,
      page,
      storedWidth,
      storedHeight,
      orientation,
      metadata,
      warnings,
      ...(noData && { noData }),
      ...(maskPage !== undefined && { maskPage }),
      ...(embedded && { embedded }),
    }
  } finally {
    await handle.close()
  }
}

/** Opens a probed scan: its page, as strictly as it allows. */
export function openProbed(path: string, probe: ScanProbe, options: SharpOptions = {}): Sharp {
  const { format, page, failOn } = probe
  return openScan(path, format, {
    ...(format === 'tiff' && { page, limitInputChannels: false }),
    ...(failOn && { failOn }),
    ...options,
  })
}

/** What libvips cannot read row by row; signed samples because their range takes a second look (`sample-range.ts`). */
function isDecodedWhole({ format, isProgressive, depth }: Metadata): boolean {
  return isProgressive || format === 'webp' || format === 'gif' || depth === 'short'
}

async function readMetadata(scan: Sharp): Promise<Metadata> {
  try {
    return await scan.metadata()
  } catch (error) {
    throw decodingError(error)
  }
}

async function formatOf(handle: FileHandle, originalExtension?: string): Promise<ScanFormat> {
  const head = Buffer.alloc(16)
  await handle.read(head, 0, 16, 0)
  const format = sniffFormat(head)
  if (!format) throw new RasterError('unsupportedFormat')
  if (originalExtension !== undefined && formatOfExtension(originalExtension) !== format) {
    throw new RasterError('extensionMismatch', { extension: originalExtension, format })
  }
  return format
}

async function tiffFacts(handle: FileHandle): Promise<TiffFacts> {
  try {
    const file = await TiffFile.open(handle)
    return await factsOf(await file.directories(MAX_PAGES_COUNTED))
  } catch (error) {
    // Everything that points outside of the file.
    if (!(error instanceof RangeError)) throw error
    throw new RasterError('damagedImage', { text: firstLine(error) }, { cause: error })
  }
}

async function factsOf(directories: readonly TiffDirectory[]): Promise<TiffFacts> {
  const pages = await pagesOf(directories)
  const page = largestOf(pages)
  const directory = directories[page]
  if (!directory) throw new RasterError('noImage')
  const compression = await directory.number(TAG.compression, 1)
  if (!DECODABLE.has(compression)) {
    throw new RasterError('unsupportedCompression', {
      compression: COMPRESSION_NAMES[compression] ?? compression,
    })
  }
  if (
    compression === JPEG &&
    (await directory.number(TAG.samplesPerPixel, 1)) > 3 &&
    !(await isInk(directory))
  ) {
    throw new RasterError('unsupportedLayout', { text: 'JPEG with alpha' })
  }
  const maskPage = maskOf(pages, page)
  const mask = maskPage === undefined ? undefined : directories[maskPage]
  for (const read of mask ? [directory, mask] : [directory])
    if (await sharesPieces(read)) throw new RasterError('unsupportedLayout', { text: 'shared tiles' })
  const { points: embedded, warnings } = await readEmbeddedControlPoints(directory)
  const noData = await noDataSamples(directory)
  return {
    page,
    isFourthAlpha: [1, 2].includes(await directory.number(TAG.extraSamples, 0)),
    tiled: directory.has(TAG.tileWidth),
    bilevel: BILEVEL.has(compression),
    pages: Math.max(1, pages.filter(({ kind }) => kind === 'full').length),
    warnings,
    ...(noData && { noData }),
    ...(maskPage !== undefined && { maskPage }),
    ...(embedded && { embedded }),
  }
}

/** Photometric interpretation "separated": CMYK. */
async function isInk(directory: TiffDirectory): Promise<boolean> {
  return (await directory.number(TAG.photometric, 0)) === PHOTOMETRIC.ink
}

/** Layouts that libvips knows but does not read: 12-bit and 64-bit samples, planes in tiles, tiles larger than the image. */
const UNREAD_LAYOUTS =
  /whole number of bytes|samples out of range|unsupported tiff image type|tile size out of range|separate planes|labq/
/** What libvips says when its output finds no room; the scan is not to blame. */
const UNWRITTEN = /\bwrite (?:error|failed)|unable to write|no space left|ENOSPC|EDQUOT/i

/** What the decoder's complaint means to the one who uploaded the file. */
export function decodingError(error: unknown): RasterError {
  if (error instanceof RasterError) return error
  const text = firstLine(error)
  if (UNWRITTEN.test(text)) return new RasterError('diskFull', {}, { cause: error })
  const code = UNREAD_LAYOUTS.test(text) ? 'unsupportedLayout' : 'damagedImage'
  return new RasterError(code, { text }, { cause: error })
}

/** What the decoder throws while pixels are read is mostly damage of the file. @throws RasterError */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw decodingError(error)
  }
}

/** The decoder's first complaint, short enough for a message. */
function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
