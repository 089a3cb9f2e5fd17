import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { openScan } from './decoder-sharp.ts'
import type { EmbeddedControlPoints, ScanFormat } from './convert-scan.ts'
import { readEmbeddedControlPoints } from './embedded-points.ts'
import { RasterError } from './raster-error.ts'
import type { RasterWarning } from './raster-warning.ts'
import { formatOfExtension, sniffFormat } from './scan-format.ts'
import { checkPixelLimit } from './scan-limits.ts'
import { TAG, TiffFile } from './tiff-directory.ts'
import type { TiffDirectory } from './tiff-directory.ts'

/** What is known of a scan before a pixel is decoded. */
export interface ScanProbe {
  readonly format: ScanFormat
  /** Size as stored, before the EXIF orientation. */
  readonly storedWidth: number
  readonly storedHeight: number
  /** EXIF orientation, 1–8. */
  readonly orientation: number
  readonly metadata: Metadata
  readonly embedded?: EmbeddedControlPoints
  readonly warnings: readonly RasterWarning[]
}

interface TiffFacts {
  readonly tiled: boolean
  readonly bilevel: boolean
  readonly pages: number
  readonly embedded?: EmbeddedControlPoints
  readonly warnings: readonly RasterWarning[]
}

/** TIFF compressions that our libtiff decodes: none, CCITT RLE/G3/G4, LZW, JPEG, deflate (both numbers), PackBits, WebP. */
const DECODABLE = new Set([1, 2, 3, 4, 5, 7, 8, 32946, 32773, 50001])
const BILEVEL = new Set([2, 3, 4])
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
const MAX_CHANNELS = 5

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
    const metadata = await readMetadata(openScan(scanPath, METADATA_OPTIONS))
    if (metadata.format !== format) throw new RasterError('unsupportedFormat')
    const { width: storedWidth, height: storedHeight } = metadata
    if (!(storedWidth > 0 && storedHeight > 0)) throw new RasterError('noImage')
    checkPixelLimit({
      format,
      width: storedWidth,
      height: storedHeight,
      fileBytes: size,
      interlaced: metadata.isProgressive,
      tiled: tiff?.tiled ?? false,
      bilevel: tiff?.bilevel ?? false,
    })
    if (metadata.channels > MAX_CHANNELS) {
      throw new RasterError('unsupportedFormat', { channels: metadata.channels })
    }
    const pages = tiff?.pages ?? metadata.pages ?? 1
    const warnings = [...(tiff?.warnings ?? [])]
    if (pages > 1) warnings.push({ code: 'firstPageOnly', details: { count: pages } })
    const orientation = metadata.orientation ?? 1
    const embedded = tiff?.embedded
    return {
      format,
      storedWidth,
      storedHeight,
      orientation,
      metadata,
      warnings,
      ...(embedded && { embedded }),
    }
  } finally {
    await handle.close()
  }
}

/** Only the header is read: the pixel limits are ours, judged right after. */
const METADATA_OPTIONS: SharpOptions = { limitInputPixels: false, limitInputChannels: false }

async function readMetadata(scan: Sharp): Promise<Metadata> {
  try {
    return await scan.metadata()
  } catch (error) {
    throw new RasterError('damagedImage', { text: firstLine(error) }, { cause: error })
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
  const directories = await readDirectories(handle)
  const first = directories[0]
  if (!first) throw new RasterError('noImage')
  const compression = await first.number(TAG.compression, 1)
  if (!DECODABLE.has(compression)) {
    throw new RasterError('unsupportedCompression', {
      compression: COMPRESSION_NAMES[compression] ?? compression,
    })
  }
  const { points: embedded, warnings } = await readEmbeddedControlPoints(first)
  return {
    tiled: first.has(TAG.tileWidth),
    bilevel: BILEVEL.has(compression),
    pages: await countPages(directories),
    warnings,
    ...(embedded && { embedded }),
  }
}

async function readDirectories(handle: FileHandle): Promise<TiffDirectory[]> {
  try {
    const file = await TiffFile.open(handle)
    return await file.directories(MAX_PAGES_COUNTED)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new RasterError('damagedImage', { text: firstLine(error) }, { cause: error })
  }
}

/** Directories that are pages of their own: overviews and masks are marked as such. */
async function countPages(directories: readonly TiffDirectory[]): Promise<number> {
  const REDUCED_OR_MASK = 0b101
  let pages = 0
  for (const directory of directories) {
    const kind = await directory.number(TAG.newSubfileType, 0)
    if ((kind & REDUCED_OR_MASK) === 0) pages++
  }
  return Math.max(pages, 1)
}

/** The decoder's first complaint, short enough for a message. */
export function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 200)
}
