import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openScan } from '../decoder-sharp.ts'
import { copyMask } from '../tiff/copy-mask.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import { bigTiffHead, longs, longs8, shorts } from '../tiff/tiff-writer.ts'
import { hidesNothing } from './alpha-channel.ts'
import { openProbed, type ScanProbe } from './scan-probe.ts'
import { tileSideFor } from '../tile-side.ts'

const SHOWN = 255
/** Samples that are looked at in one piece. */
const PIECE_SAMPLES = 4_000_000
const STRIP_ROWS = 64
/** Header of libvips' own files, before the samples. */
const VIPS_HEADER_BYTES = 64
/** Spaces whose samples the decoder gives as the file stores them. */
const PLAIN_SPACES: ReadonlySet<string> = new Set(['b-w', 'srgb', 'grey16', 'rgb16', 'scrgb', 'multiband'])

/** How samples of a depth are read. */
const SAMPLE_ARRAYS = { uchar: Uint8Array, ushort: Uint16Array, float: Float32Array } as const

/**
 * Lays out which pixels of a scan are shown where it has no alpha channel but says so otherwise: by a mask of its own
 * (TIFF), or by a value that means nothing (GDAL's NODATA).
 *
 * @param folder for the plane and for what is needed on the way
 * @returns path of an 8-bit plane of the stored scan's size; undefined where nothing is hidden
 */
export async function layOutAlpha(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
): Promise<string | undefined> {
  if (probe.metadata.hasAlpha) return undefined
  const plane = join(folder, 'alpha-plane.tif')
  if (probe.maskPage !== undefined) await planeOfMask(scanPath, probe, probe.maskPage, folder, plane)
  else if (!(await planeOfNoData(scanPath, probe, folder, plane))) return undefined
  if (!(await hidesNothing(plane, probe))) return plane
  await rm(plane)
  return undefined
}

async function planeOfMask(
  scanPath: string,
  { storedWidth: width, storedHeight: height }: ScanProbe,
  page: number,
  folder: string,
  plane: string,
): Promise<void> {
  const mask = join(folder, 'mask.tif')
  await copyMask(scanPath, page, mask)
  const side = tileSideFor(width, height)
  await openScan(mask, 'tiff')
    .toColourspace('b-w')
    // A mask may be finer than its picture.
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .tiff({ tile: true, tileWidth: side, tileHeight: side, bigtiff: true, compression: 'packbits' })
    .toFile(plane)
  await rm(mask)
}

/** @returns false where the scan names no such value, or its samples cannot be compared with it */
async function planeOfNoData(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
  plane: string,
): Promise<boolean> {
  const { noData, metadata, storedWidth: width, storedHeight: height } = probe
  const { depth, space, channels } = metadata
  if (!noData || !PLAIN_SPACES.has(space) || !(depth in SAMPLE_ARRAYS)) return false
  const SampleArray = SAMPLE_ARRAYS[depth as keyof typeof SAMPLE_ARRAYS]
  const samples = join(folder, 'samples.v')
  await openProbed(scanPath, probe, { ignoreIcc: true }).toColourspace(space).toFile(samples)
  const wanted = Array.from({ length: channels }, (_, band) => noData[band] ?? noData[0]!)
  const nothing = [...new SampleArray(wanted)]
  // 256 would become 0, which means something.
  const canOccur = depth === 'float' || nothing.every((value, band) => value === wanted[band])
  const source = await open(samples, 'r')
  const file = await open(plane, 'wx')
  try {
    const head = planeHead(width, height)
    await file.write(head, 0, head.length, 0)
    const rows = Math.max(1, Math.floor(PIECE_SAMPLES / (width * channels)))
    for (let top = 0; top < height; top += rows) {
      const count = Math.min(rows, height - top) * width
      const piece = new SampleArray(count * channels)
      const start = VIPS_HEADER_BYTES + top * width * channels * piece.BYTES_PER_ELEMENT
      const bytes = Buffer.from(piece.buffer)
      const { bytesRead } = await source.read(bytes, 0, bytes.length, start)
      if (bytesRead < bytes.length) throw new RangeError(`expected ${bytes.length} bytes, got ${bytesRead}`)
      const shown = canOccur ? shownPixels(piece, nothing, count) : Buffer.alloc(count, SHOWN)
      await file.write(shown, 0, count, head.length + top * width)
    }
  } finally {
    await file.close()
    await source.close()
    await rm(samples, { force: true })
  }
  return true
}

/** 0 for each pixel all of whose samples mean nothing, else 255. */
function shownPixels(
  samples: Uint8Array | Uint16Array | Float32Array,
  nothing: readonly number[],
  count: number,
): Buffer {
  const shown = Buffer.alloc(count, SHOWN)
  const bands = nothing.length
  for (let pixel = 0, at = 0; pixel < count; pixel++, at += bands) {
    let band = 0
    while (band < bands && isSame(samples[at + band]!, nothing[band]!)) band++
    if (band === bands) shown[pixel] = 0
  }
  return shown
}

/** Equal, or both not a number. */
const isSame = (a: number, b: number) => a === b || (a !== a && b !== b)

/** Head of an uncompressed grey picture whose rows follow it. */
function planeHead(width: number, height: number): Buffer {
  const strips = Math.ceil(height / STRIP_ROWS)
  const stripBytes = STRIP_ROWS * width
  const lengths = Array.from({ length: strips }, (_, n) =>
    Math.min(stripBytes, (height - n * STRIP_ROWS) * width),
  )
  const headAt = (start: number) =>
    bigTiffHead([
      [
        longs(TAG.width, [width]),
        longs(TAG.height, [height]),
        shorts(TAG.bitsPerSample, [8]),
        shorts(TAG.compression, [1]),
        shorts(TAG.photometric, [1]),
        longs8(
          TAG.stripOffsets,
          lengths.map((_, n) => start + n * stripBytes),
        ),
        shorts(TAG.samplesPerPixel, [1]),
        longs(TAG.rowsPerStrip, [STRIP_ROWS]),
        longs8(TAG.stripByteCounts, lengths),
      ],
    ])
  return headAt(headAt(0).length)
}
