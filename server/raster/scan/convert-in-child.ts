import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CONVERTED_FILES } from './converted-scan.ts'
import type { ConvertedScan } from './converted-scan.ts'
import { PARTIAL_FOLDER } from './decoder-messages.ts'
import type { ChildTask } from './decoder-messages.ts'
import { openScan } from '../decoder-sharp.ts'
import { isOpaque } from './alpha-channel.ts'
import { putHeaderFirst } from './header-first.ts'
import { uprightSize } from '../../../contract/exif-orientation.ts'
import type { PyramidCompression, PyramidContent } from './pyramid.ts'
import { publishFile } from '../publish-file.ts'
import { contentOf, writeScanPyramid } from './scan-content.ts'
import { scanWarnings } from './scan-warnings.ts'
import { decoding, probeScan } from './scan-probe.ts'
import { uprightPoints } from './embedded-points.ts'

const JPEG_QUALITY = 88
const WEBP_QUALITY = 90
/** sharp holds a whole JPEG-compressed TIFF to the format's own limit, although its tiles are small. */
const JPEG_MAX_SIDE = 65_535

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
  const prepared = await contentOf(task.scanPath, probe, partial)
  const hasAlpha = prepared.probe.metadata.hasAlpha
    ? !(await decoding(() => isOpaque(prepared.scanPath, prepared.probe, partial)))
    : prepared.alphaPath !== undefined
  const asWritten = join(partial, 'pyramid.tif')
  const content = { ...prepared, hasAlpha }
  const faults = await writeScanPyramid(content, asWritten, partial, displayCompression(content))
  await decoding(() => putHeaderFirst(asWritten, pyramid))
  await rm(asWritten)
  const thumbnails = await decoding(() => writeThumbnails(pyramid, partial))
  const warnings = await decoding(() => scanWarnings(content, openScan(thumbnails.small)))
  warnings.push(...faults)
  const { size: bytes } = await stat(pyramid)
  await publishFile(thumbnails.small, join(task.outFolder, CONVERTED_FILES.small))
  await publishFile(thumbnails.high, join(task.outFolder, CONVERTED_FILES.high))
  await publishFile(pyramid, join(task.outFolder, CONVERTED_FILES.converted))
  await rm(partial, { recursive: true, force: true })
  const { format } = probe
  const embedded = probe.embedded && uprightPoints(probe.embedded, probe)
  return {
    ...uprightSize(probe),
    format,
    hasAlpha,
    bytes,
    warnings,
    ...(embedded && { embeddedGcps: embedded }),
  }
}

/** JPEG where it can hold the picture: five times faster than WebP. */
function displayCompression({ probe, hasAlpha }: PyramidContent): PyramidCompression {
  const asWebp = hasAlpha || Math.max(probe.storedWidth, probe.storedHeight) > JPEG_MAX_SIDE
  return asWebp
    ? { compression: 'webp', quality: WEBP_QUALITY }
    : { compression: 'jpeg', quality: JPEG_QUALITY }
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
