import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Metadata, Sharp, TiffOptions } from 'sharp'
import { CONVERTED_FILES } from './converted-scan.ts'
import type { ConvertedScan, EmbeddedControlPoints } from './converted-scan.ts'
import { PARTIAL_FOLDER } from './decoder-messages.ts'
import type { ChildTask } from './decoder-messages.ts'
import { openScan } from '../decoder-sharp.ts'
import { isOpaque } from './alpha-channel.ts'
import { putHeaderFirst } from './header-first.ts'
import { swapsSides, toUpright, turnOf } from './orientation.ts'
import { publishFile } from '../publish-file.ts'
import type { RasterWarning } from '../raster-warning.ts'
import { findStretch } from './sample-range.ts'
import type { SampleStretch } from './sample-range.ts'
import { decodingError, probeScan } from './scan-probe.ts'
import type { ScanProbe } from './scan-probe.ts'
import { tileSideFor } from '../tile-side.ts'

const JPEG_QUALITY = 88
const WEBP_QUALITY = 90
/** sharp holds a whole JPEG-compressed TIFF to the format's own limit, although its tiles are small. */
const JPEG_MAX_SIDE = 65_535
/** A picture none of whose samples is brighter than this shows nothing. */
const BLACK_UP_TO = 15
/** Above this many pixels an image that must be read out of order is first laid out in tiles on disk. */
const TURN_IN_MEMORY_PIXELS = 50_000_000

/**
 * The whole conversion; runs in the decoder child. Everything is written below `outFolder/.partial` and appears
 * under its final name only when all of it succeeded.
 *
 * @param onProbed is told how many pixels the scan has before the first is decoded
 * @throws RasterError
 */
export async function convertInChild(
  task: ChildTask,
  onProbed?: (pixels: number) => void,
): Promise<ConvertedScan> {
  const probe = await probeScan(task.scanPath, task.originalExtension)
  onProbed?.(probe.storedWidth * probe.storedHeight)
  const partial = join(task.outFolder, PARTIAL_FOLDER)
  await mkdir(partial, { recursive: true })
  const pyramid = join(partial, 'converted.tif')
  const stretch = await decoding(() => findStretch(task.scanPath, probe))
  const hasAlpha = probe.metadata.hasAlpha && !(await decoding(() => isOpaque(task.scanPath, probe, partial)))
  const asWritten = join(partial, 'pyramid.tif')
  await decoding(() => writePyramid(probe, task.scanPath, asWritten, partial, hasAlpha, stretch))
  await decoding(() => putHeaderFirst(asWritten, pyramid))
  await rm(asWritten)
  const thumbnails = await decoding(() => writeThumbnails(pyramid, partial))
  const brightest = await decoding(() => brightestSample(thumbnails.small, hasAlpha))
  const { size: bytes } = await stat(pyramid)
  await publishFile(thumbnails.small, join(task.outFolder, CONVERTED_FILES.small))
  await publishFile(thumbnails.high, join(task.outFolder, CONVERTED_FILES.high))
  await publishFile(pyramid, join(task.outFolder, CONVERTED_FILES.converted))
  await rm(partial, { recursive: true, force: true })
  return describe(probe, hasAlpha, bytes, brightest, stretch)
}

function describe(
  probe: ScanProbe,
  hasAlpha: boolean,
  bytes: number,
  brightest: number,
  stretch?: SampleStretch,
): ConvertedScan {
  const { storedWidth, storedHeight, orientation, format } = probe
  const [width, height] = swapsSides(orientation) ? [storedHeight, storedWidth] : [storedWidth, storedHeight]
  const warnings: RasterWarning[] = [...probe.warnings]
  if (stretch) warnings.push({ code: 'stretched', details: { low: stretch.low, high: stretch.high } })
  if (brightest <= BLACK_UP_TO) warnings.push({ code: 'nearlyBlack', details: { high: brightest } })
  const embedded = probe.embedded && uprightPoints(probe.embedded, probe)
  return { width, height, format, hasAlpha, bytes, warnings, ...(embedded && { embeddedGcps: embedded }) }
}

function uprightPoints(embedded: EmbeddedControlPoints, probe: ScanProbe): EmbeddedControlPoints {
  const points = embedded.points.map(({ image, map }) => ({
    image: toUpright(image, probe.orientation, probe.storedWidth, probe.storedHeight),
    map,
  }))
  return { ...embedded, points }
}

/** What the decoder throws while pixels are read is mostly damage of the file. */
async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw decodingError(error)
  }
}

async function writePyramid(
  probe: ScanProbe,
  scanPath: string,
  outPath: string,
  partial: string,
  hasAlpha: boolean,
  stretch: SampleStretch | undefined,
): Promise<void> {
  const asWebp = hasAlpha || Math.max(probe.storedWidth, probe.storedHeight) > JPEG_MAX_SIDE
  const options: TiffOptions = {
    ...tiledFor(probe),
    pyramid: true,
    compression: asWebp ? 'webp' : 'jpeg',
    quality: asWebp ? WEBP_QUALITY : JPEG_QUALITY,
  }
  const straight = toBytes(openScan(scanPath, probe.format), probe.metadata, hasAlpha, stretch)
  const { degrees, mirrored } = turnOf(probe.orientation)
  const outOfOrder = degrees !== 0
  if (!outOfOrder || probe.storedWidth * probe.storedHeight <= TURN_IN_MEMORY_PIXELS) {
    await turned(straight, degrees, mirrored).tiff(options).toFile(outPath)
    return
  }
  const tiles = join(partial, 'unturned.tif')
  await straight.tiff({ ...tiledFor(probe), compression: 'none' }).toFile(tiles)
  await turned(openScan(tiles, 'tiff', { sequentialRead: false }), degrees, mirrored)
    .tiff(options)
    .toFile(outPath)
  await rm(tiles)
}

function tiledFor({ storedWidth, storedHeight }: ScanProbe): TiffOptions {
  const side = tileSideFor(storedWidth, storedHeight)
  return { tile: true, tileWidth: side, tileHeight: side, bigtiff: true }
}

/** Upright 8-bit sRGB, with an alpha channel only when it hides something. */
function toBytes(scan: Sharp, metadata: Metadata, hasAlpha: boolean, stretch?: SampleStretch): Sharp {
  const stretched = stretch ? scan.linear([...stretch.factors], [...stretch.offsets]) : scan
  const coloured = stretched.toColourspace('srgb')
  return metadata.hasAlpha && !hasAlpha ? coloured.removeAlpha() : coloured
}

function turned(scan: Sharp, degrees: 0 | 90 | 180 | 270, mirrored: boolean): Sharp {
  const rotated = degrees === 0 ? scan : scan.rotate(degrees)
  return mirrored ? rotated.flop() : rotated
}

async function brightestSample(thumbnail: string, hasAlpha: boolean): Promise<number> {
  const { channels } = await openScan(thumbnail).stats()
  return Math.max(...(hasAlpha ? channels.slice(0, -1) : channels).map(({ max }) => max))
}

/** Thumbnails are made from the finished pyramid, from the smallest level that is large enough. */
async function writeThumbnails(pyramid: string, folder: string): Promise<{ small: string; high: string }> {
  const { width, height, pages = 1 } = await openScan(pyramid, 'tiff').metadata()
  const make = async (side: number, name: string): Promise<string> => {
    const spare = Math.floor(Math.log2(Math.max(width, height) / side))
    const page = Math.min(Math.max(spare, 0), pages - 1)
    const path = join(folder, name)
    await openScan(pyramid, 'tiff', { page })
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(path)
    return path
  }
  return { small: await make(300, 'small-300.webp'), high: await make(1000, 'high-1000.webp') }
}
