import { type FileHandle, mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { openScan } from '../decoder-sharp.ts'
import { RasterError } from '../raster-error.ts'
import { bigTiffHead, longs, longs8, shorts } from '../tiff/tiff-writer.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import { ASSEMBLED_FILE } from './assemble-scan.ts'
import { type AssembleTask, PARTIAL_FOLDER } from './decoder-messages.ts'
import { sniffFormat } from './scan-format.ts'
import { decoding } from './scan-probe.ts'

const packed = promisify(deflate)
const CHANNELS = 3
const DEFLATE = 8
const RGB = 2
const HORIZONTAL = 2
/** Pixels that are worked on at once; a tile is worked on whole. */
const PIXELS_AT_ONCE = 4_000_000
const MOST_AT_ONCE = 4

/**
 * Puts tiles together; runs in the decoder child. Each becomes a tile of the TIFF as it is, so that no more than a few
 * are in memory whatever the picture's size.
 *
 * @throws RasterError `damagedImage` for a tile that is none, or of another size than its place
 */
export async function assembleInChild(task: AssembleTask): Promise<{ readonly bytes: number }> {
  const { scanPath, outFolder, width, height, tileWidth, tileHeight } = task
  const columns = Math.ceil(width / tileWidth)
  const count = columns * Math.ceil(height / tileHeight)
  const atOnce = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(PIXELS_AT_ONCE / (tileWidth * tileHeight))))
  const partial = join(outFolder, PARTIAL_FOLDER)
  await mkdir(partial, { recursive: true })
  const path = join(partial, ASSEMBLED_FILE)
  const file = await open(path, 'w')
  try {
    const offsets: number[] = []
    const sizes: number[] = []
    let end = headOf(task, Array<number>(count).fill(0), Array<number>(count).fill(0)).length
    for (let first = 0; first < count; first += atOnce) {
      const indices = Array.from({ length: Math.min(atOnce, count - first) }, (_, n) => first + n)
      for (const bytes of await Promise.all(
        indices.map((index) => packedTile(join(scanPath, String(index)), task, index)),
      )) {
        offsets.push(end)
        sizes.push(bytes.length)
        end = await append(file, bytes, end)
      }
    }
    await append(file, headOf(task, offsets, sizes), 0)
    await file.sync()
    await rename(path, join(outFolder, ASSEMBLED_FILE))
    return { bytes: end }
  } finally {
    await file.close()
  }
}

function headOf(
  { width, height, tileWidth, tileHeight }: AssembleTask,
  offsets: readonly number[],
  sizes: readonly number[],
): Buffer {
  return bigTiffHead([
    [
      longs(TAG.width, [width]),
      longs(TAG.height, [height]),
      shorts(TAG.bitsPerSample, [8, 8, 8]),
      shorts(TAG.compression, [DEFLATE]),
      shorts(TAG.photometric, [RGB]),
      shorts(TAG.samplesPerPixel, [CHANNELS]),
      shorts(TAG.planarConfiguration, [1]),
      shorts(TAG.predictor, [HORIZONTAL]),
      longs(TAG.tileWidth, [tileWidth]),
      longs(TAG.tileHeight, [tileHeight]),
      longs8(TAG.tileOffsets, offsets),
      longs8(TAG.tileByteCounts, sizes),
    ],
  ])
}

/** Returns the position after it. A disk that fills up takes the beginning of what it is given. */
async function append(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  for (let done = 0; done < bytes.length;)
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  return position + bytes.length
}

async function packedTile(path: string, task: AssembleTask, index: number): Promise<Buffer> {
  const { width, height, tileWidth, tileHeight } = task
  const columns = Math.ceil(width / tileWidth)
  const wanted = {
    width: Math.min(tileWidth, width - (index % columns) * tileWidth),
    height: Math.min(tileHeight, height - Math.floor(index / columns) * tileHeight),
  }
  const pixels = await pixelsOf(path, wanted, index)
  const tile = Buffer.alloc(tileWidth * tileHeight * CHANNELS)
  const rowBytes = wanted.width * CHANNELS
  for (let row = 0; row < wanted.height; row++) {
    const at = row * tileWidth * CHANNELS
    pixels.copy(tile, at, row * rowBytes, (row + 1) * rowBytes)
    differencesInPlace(tile, at, tileWidth * CHANNELS)
  }
  return packed(tile)
}

/** The tile's own pixels, red, green and blue. @throws RasterError `damagedImage` */
async function pixelsOf(
  path: string,
  wanted: { readonly width: number; readonly height: number },
  index: number,
): Promise<Buffer> {
  const bytes = await readFile(path)
  const format = sniffFormat(bytes.subarray(0, 16))
  return decoding(async () => {
    const { width, height } = await openScan(path, format).metadata()
    // Services round the sizes of tiles at the edge each in its way.
    const isNear = Math.abs(width - wanted.width) <= 1 && Math.abs(height - wanted.height) <= 1
    if (!format || !isNear)
      throw new RasterError('damagedImage', {
        text: `${index}: ${width} × ${height} px, ${wanted.width} × ${wanted.height}`,
      })
    const isExact = width === wanted.width && height === wanted.height
    const scan = openScan(path, format)
    const sized = isExact ? scan : scan.resize({ ...wanted, fit: 'fill' })
    const { data, info } = await sized
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return info.channels === CHANNELS ? data : threeChannels(data)
  })
}

/** Grey as red, green and blue. */
function threeChannels(grey: Buffer): Buffer {
  const wide = Buffer.alloc(grey.length * CHANNELS)
  for (let at = 0; at < grey.length; at++) wide.fill(grey[at]!, at * CHANNELS, (at + 1) * CHANNELS)
  return wide
}

/** TIFF's horizontal predictor: each sample less the one to its left. */
function differencesInPlace(bytes: Buffer, start: number, length: number): void {
  for (let at = start + length - 1; at >= start + CHANNELS; at--)
    bytes[at] = (bytes[at]! - bytes[at - CHANNELS]!) & 0xff
}
