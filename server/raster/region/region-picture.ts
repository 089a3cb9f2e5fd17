import { fromPixels } from '../decoder-sharp.ts'
import type { RandomAccess } from '../tiff/tiff-directory.ts'
import { type LevelBox, type PyramidLevel, readLevelBox } from './pyramid-levels.ts'

/** Pixels that are read for one picture at most; a shape that would take more is read from a coarser level. */
const MOST_PIXELS = 34_000_000
const QUALITY = { jpg: 85, webp: 80 } as const
/** As libvips counts it: from here on a pixel is white. */
const BITONAL_THRESHOLD = 128
const SECONDS = 20

/** A picture of a part of a scan. */
export interface RegionPicture {
  /** In pixels of the scan. */
  readonly region: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** Before it is turned. */
  readonly size: { readonly width: number; readonly height: number }
  /** Before it is turned. */
  readonly mirrored: boolean
  readonly degrees: 0 | 90 | 180 | 270
  readonly quality: 'default' | 'color' | 'gray' | 'bitonal'
  readonly format: 'jpg' | 'png' | 'webp'
}

/**
 * Draws a part of a scan from the level of its pyramid that is just fine enough.
 *
 * @param levels as `readPyramidLevels` gives them
 * @throws RangeError where the file is damaged; the signal's reason at its abort
 */
export async function regionPicture(
  file: RandomAccess,
  levels: readonly PyramidLevel[],
  picture: RegionPicture,
  signal: AbortSignal,
): Promise<Buffer> {
  const { level, box } = sourceFor(levels, picture)
  const pixels = await readLevelBox(file, level, box, signal)
  const { size, mirrored, degrees, quality, format } = picture
  const drawn = await fromPixels(pixels, box.width, box.height, 4)
    .resize(size.width, size.height, { fit: 'fill' })
    .timeout({ seconds: SECONDS })
    .raw()
    .toBuffer()
  signal.throwIfAborted()
  // Apart from the scaling: sharp turns before it scales, whatever the order of the calls.
  let image = fromPixels(drawn, size.width, size.height, 4)
  if (mirrored) image = image.flop()
  if (degrees !== 0) {
    const turnedFirst = await image.raw().toBuffer()
    image = fromPixels(turnedFirst, size.width, size.height, 4).rotate(degrees)
  }
  if (format === 'jpg') image = image.flatten({ background: '#ffffff' })
  if (quality === 'gray') image = image.greyscale()
  if (quality === 'bitonal') image = image.threshold(BITONAL_THRESHOLD)
  if (quality === 'gray' || quality === 'bitonal') image = image.toColourspace('b-w')
  image = image.timeout({ seconds: SECONDS })
  if (format === 'jpg') return image.jpeg({ quality: QUALITY.jpg }).toBuffer()
  if (format === 'webp') return image.webp({ quality: QUALITY.webp, effort: 2 }).toBuffer()
  return image.png({ compressionLevel: 6 }).toBuffer()
}

/** The coarsest level that is no coarser than what is asked for, and the box of it. */
function sourceFor(
  levels: readonly PyramidLevel[],
  { region, size }: RegionPicture,
): { readonly level: PyramidLevel; readonly box: LevelBox } {
  const [full] = levels
  if (!full) throw new RangeError('a pyramid without a level')
  const wanted = Math.max(1, Math.min(region.width / size.width, region.height / size.height))
  const boxes = levels.map((level) => {
    const factor = 2 ** Math.round(Math.log2(full.width / level.width))
    return { level, factor, box: boxOn(level, factor, region) }
  })
  const fine = boxes.findLast(({ factor }) => factor <= wanted) ?? boxes[0]!
  const chosen = boxes.slice(boxes.indexOf(fine)).find(({ box }) => box.width * box.height <= MOST_PIXELS)
  return chosen ?? boxes.at(-1)!
}

function boxOn(level: PyramidLevel, factor: number, region: RegionPicture['region']): LevelBox {
  const left = Math.min(Math.floor(region.x / factor), level.width - 1)
  const top = Math.min(Math.floor(region.y / factor), level.height - 1)
  const right = Math.min(Math.max(Math.ceil((region.x + region.width) / factor), left + 1), level.width)
  const bottom = Math.min(Math.max(Math.ceil((region.y + region.height) / factor), top + 1), level.height)
  return { left, top, width: right - left, height: bottom - top }
}
