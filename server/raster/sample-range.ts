import { openScan } from './decoder-sharp.ts'
import type { Metadata } from 'sharp'

/** How samples of more than 8 bits become 8: `low` turns black, `high` white. */
export interface SampleStretch {
  readonly low: number
  readonly high: number
  /** Factor and offset that put `low`–`high` on the range libvips expects of this image. */
  readonly factor: number
  readonly offset: number
}

const SAMPLE_SIDE = 1024
/** An unsigned 16-bit scan that reaches a quarter of the range is a picture as it stands. */
const FULL_RANGE_FROM = 16_384

/**
 * Range of an image whose samples are not 8-bit: 12 bits in a 16-bit file, elevation, reflectance. Left as they are
 * they come out black or white. Judged on up to 1024 × 1024 pixels taken evenly, in one streamed pass.
 *
 * @returns undefined when the samples already span their type (8 bits, or 16 bits used widely) or are ink (CMYK).
 */
export async function findStretch(path: string, metadata: Metadata): Promise<SampleStretch | undefined> {
  if (metadata.depth === 'uchar' || metadata.space === 'cmyk') return undefined
  const [low, high] = await sampleRange(path, metadata)
  if (metadata.depth === 'ushort' && high >= FULL_RANGE_FROM) return undefined
  const [from, to] = displayRange(metadata.depth, low, high)
  const white = whiteOf(metadata)
  const factor = white / (to - from)
  return { low: from, high: to, factor, offset: -from * factor }
}

/** Smallest and largest finite colour sample among those taken. */
async function sampleRange(path: string, metadata: Metadata): Promise<[low: number, high: number]> {
  const { data, info } = await openScan(path)
    .toColourspace(metadata.space)
    .resize({
      width: SAMPLE_SIDE,
      height: SAMPLE_SIDE,
      fit: 'inside',
      kernel: 'nearest',
      withoutEnlargement: true,
    })
    .raw({ depth: 'double' })
    .toBuffer({ resolveWithObject: true })
  const samples = new Float64Array(data.buffer, data.byteOffset, data.byteLength / 8)
  const colours = metadata.hasAlpha ? info.channels - 1 : info.channels
  let low = Infinity
  let high = -Infinity
  for (let index = 0; index < samples.length; index++) {
    if (index % info.channels >= colours) continue
    const value = samples[index] ?? NaN
    if (!Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  return low <= high ? [low, high] : [0, 0]
}

/** Floats that look like shares of one or like bytes keep that meaning; all else is stretched from end to end. */
function displayRange(depth: Metadata['depth'], low: number, high: number): [from: number, to: number] {
  const floating = depth === 'float' || depth === 'double'
  if (floating && low >= 0 && high <= 1) return [0, 1]
  if (floating && low >= 0 && high <= 255) return [0, 255]
  if (low < high) return [low, high]
  return high > 0 ? [0, high] : [high, high + 1]
}

/** The value libvips takes for white in this colour space. */
function whiteOf(metadata: Metadata): number {
  if (metadata.space === 'scrgb') return 1
  return metadata.space === 'rgb16' || metadata.space === 'grey16' ? 65_535 : 255
}
