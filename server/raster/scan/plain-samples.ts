import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { openScan } from '../decoder-sharp.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'
import { plainHead } from '../tiff/plain-tiff.ts'
import { displayRange } from './sample-range.ts'
import { openProbed, type ScanProbe } from './scan-probe.ts'

type Samples = Uint8Array | Uint16Array | Float32Array

/** How samples of a depth are read. */
const SAMPLE_ARRAYS = { uchar: Uint8Array, ushort: Uint16Array, float: Float32Array } as const
/** Header of libvips' own files, before the samples. */
const VIPS_HEADER_BYTES = 64
/** Samples that are worked on at once. */
const PIECE_SAMPLES = 4_000_000

/** The samples of a scan as its file stores them, band by band in each pixel. */
export interface StoredSamples {
  readonly channels: number
  /** Calls with one piece of whole rows after another. */
  forEachPiece(work: (piece: Samples, top: number, rows: number) => Promise<void> | void): Promise<void>
  remove(): Promise<void>
}

/** Lays the samples of a scan out in a file; undefined for a depth that is not read so. */
export async function layOutSamples(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
): Promise<StoredSamples | undefined> {
  const { metadata, storedWidth: width, storedHeight: height } = probe
  const { depth, space, channels } = metadata
  if (!(depth in SAMPLE_ARRAYS)) return undefined
  const SampleArray = SAMPLE_ARRAYS[depth as keyof typeof SAMPLE_ARRAYS]
  const path = join(folder, 'samples.v')
  await openProbed(scanPath, probe, { ignoreIcc: true }).toColourspace(space).toFile(path)
  return {
    channels,
    async forEachPiece(work) {
      const source = await open(path, 'r')
      try {
        const most = Math.max(1, Math.floor(PIECE_SAMPLES / (width * channels)))
        for (let top = 0; top < height; top += most) {
          const rows = Math.min(most, height - top)
          const piece = new SampleArray(rows * width * channels)
          const start = VIPS_HEADER_BYTES + top * width * channels * piece.BYTES_PER_ELEMENT
          const bytes = Buffer.from(piece.buffer)
          const { bytesRead } = await source.read(bytes, 0, bytes.length, start)
          if (bytesRead < bytes.length)
            throw new RangeError(`expected ${bytes.length} bytes, got ${bytesRead}`)
          await work(piece, top, rows)
        }
      } finally {
        await source.close()
      }
    },
    remove: () => rm(path, { force: true }),
  }
}

export interface PlainScan {
  readonly scanPath: string
  readonly probe: ScanProbe
}

/**
 * A scan that sharp cannot bring to 8-bit sRGB, laid out as one that it can: of more than four bands the colours (and
 * alpha, where the file says so), and colours in floats as bytes, as they look best (0–1, 0–255, or from the least to the
 * most). Any other is given back as it is.
 */
export async function withPlainSamples(
  scanPath: string,
  probe: ScanProbe,
  folder: string,
): Promise<PlainScan> {
  const { metadata } = probe
  const isColour = metadata.space === 'srgb' || metadata.space === 'rgb16' || metadata.space === 'scrgb'
  const isFloating = metadata.space === 'scrgb' && metadata.depth === 'float'
  if (!isColour || (metadata.channels <= 4 && !isFloating)) return { scanPath, probe }
  const samples = await layOutSamples(scanPath, probe, folder)
  if (!samples) return { scanPath, probe }
  const path = join(folder, 'plain.tif')
  try {
    const bands = metadata.hasAlpha ? 4 : 3
    const range = isFloating ? await rangeOf(samples, bands, probe.noData) : undefined
    await writePlain(path, samples, bands, probe, range)
    const warnings: RasterWarning[] = range?.isStretched
      ? [{ code: 'stretched', details: { low: range.low, high: range.high } }]
      : []
    const plain = await openScan(path, 'tiff').metadata()
    return {
      scanPath: path,
      probe: {
        ...probe,
        format: 'tiff',
        page: 0,
        metadata: plain,
        warnings: [...probe.warnings, ...warnings],
      },
    }
  } finally {
    await samples.remove()
  }
}

interface ByteRange {
  /** What becomes 0 and 255. */
  readonly low: number
  readonly high: number
  readonly isStretched: boolean
  /** What becomes 255 of alpha. */
  readonly opaque: number
}

async function rangeOf(
  samples: StoredSamples,
  bands: number,
  noData: readonly number[] = [],
): Promise<ByteRange> {
  const nothing = noData.map(Math.fround)
  let [low, high, opaque] = [Infinity, -Infinity, 0]
  await samples.forEachPiece((piece) => {
    for (let at = 0; at < piece.length; at += samples.channels) {
      for (let band = 0; band < 3; band++) {
        const value = piece[at + band]!
        if (!Number.isFinite(value) || nothing.includes(value)) continue
        if (value < low) low = value
        if (value > high) high = value
      }
      if (bands === 4 && piece[at + 3]! > opaque) opaque = piece[at + 3]!
    }
  })
  const [from, to] = low <= high ? displayRange('float', low, high) : [0, 1]
  const isStretched = !(from === 0 && (to === 1 || to === 255))
  return { low: from, high: to, isStretched, opaque: opaque <= 1 ? 1 : 255 }
}

async function writePlain(
  path: string,
  samples: StoredSamples,
  bands: number,
  { metadata, storedWidth: width, storedHeight: height }: ScanProbe,
  range: ByteRange | undefined,
): Promise<void> {
  const bits = metadata.depth === 'ushort' ? 16 : 8
  const file = await open(path, 'wx')
  try {
    const icc = range ? undefined : metadata.icc
    const head = plainHead({ width, height, bands, bits, ...(icc && { icc }) })
    await file.write(head, 0, head.length, 0)
    await samples.forEachPiece((piece, top, rows) => {
      const chosen = new (bits === 16 ? Uint16Array : Uint8Array)(rows * width * bands)
      for (let at = 0, from = 0; at < chosen.length; at += bands, from += samples.channels)
        for (let band = 0; band < bands; band++)
          chosen[at + band] = range ? byteOf(piece[from + band]!, band, range) : piece[from + band]!
      return write(file, chosen, head.length + top * width * bands * chosen.BYTES_PER_ELEMENT)
    })
  } finally {
    await file.close()
  }
}

function byteOf(value: number, band: number, { low, high, opaque }: ByteRange): number {
  const share = band === 3 ? value / opaque : (value - low) / (high - low)
  return Number.isNaN(share) ? 0 : Math.round(Math.min(1, Math.max(0, share)) * 255)
}

async function write(file: FileHandle, values: Uint8Array | Uint16Array, position: number): Promise<void> {
  const bytes = Buffer.from(values.buffer)
  await file.write(bytes, 0, bytes.length, position)
}
