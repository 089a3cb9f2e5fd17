import { openProbed, type ScanProbe } from './scan-probe.ts'
import type { Metadata } from 'sharp'

/** How samples of more than 8 bits become 8: `low` turns black, `high` white. */
export interface SampleStretch {
  readonly low: number
  readonly high: number
  /** One factor and offset for each channel; they put `low`–`high` on the range libvips expects of this image. */
  readonly factors: readonly number[]
  readonly offsets: readonly number[]
}

const SAMPLE_SIDE = 1024
/** An unsigned 16-bit scan that reaches a quarter of the range is a picture as it stands. */
const FULL_RANGE_FROM = 16_384
/** Spaces in which samples are shades: ink (CMYK) and measured colour (CIELAB, XYZ) have ranges of their own. */
const SHADES: ReadonlySet<string> = new Set(['b-w', 'srgb', 'grey16', 'rgb16', 'multiband'])

/**
 * Range of an image whose samples are not 8-bit: 12 bits in a 16-bit file, elevation, reflectance. Left as they are
 * they come out black or white. Judged on up to 1024 × 1024 pixels taken evenly, in one streamed pass.
 *
 * @returns undefined when the samples already span their type (8 bits, or 16 bits used widely) or are not shades.
 */
export async function findStretch(path: string, probe: ScanProbe): Promise<SampleStretch | undefined> {
  const { metadata } = probe
  if (metadata.depth === 'uchar' || !SHADES.has(metadata.space)) return undefined
  const { colours, alpha } = await sampleRanges(path, probe)
  const { low, high } = colours
  if (low === high && low === 0) return undefined
  if (metadata.depth === 'ushort' && high >= FULL_RANGE_FROM) return undefined
  const [from, to] = displayRange(metadata.depth, low, high)
  const white = metadata.space === 'rgb16' || metadata.space === 'grey16' ? 65_535 : 255
  const channels = Array.from({ length: metadata.channels }, (_, channel) =>
    metadata.hasAlpha && channel === metadata.channels - 1
      ? { factor: white / Math.max(alpha.high, 1), offset: 0 }
      : { factor: white / (to - from), offset: (-from * white) / (to - from) },
  )
  return {
    low: from,
    high: to,
    factors: channels.map(({ factor }) => factor),
    offsets: channels.map(({ offset }) => offset),
  }
}

interface Range {
  readonly low: number
  readonly high: number
}

/** Smallest and largest finite samples among those taken, of the colours and of the alpha channel. */
async function sampleRanges(path: string, probe: ScanProbe): Promise<{ colours: Range; alpha: Range }> {
  const { metadata, noData = [] } = probe
  if (metadata.depth === 'short') return signedRanges(path, probe)
  const { data, info } = await openProbed(path, probe)
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
  const alphaChannel = metadata.hasAlpha ? info.channels - 1 : info.channels
  const nothing = metadata.depth === 'float' ? noData.map(Math.fround) : noData
  const counts = (value: number): boolean => Number.isFinite(value) && !nothing.includes(value)
  return {
    colours: rangeOf(samples, (value, index) => index % info.channels < alphaChannel && counts(value)),
    alpha: rangeOf(samples, (_, index) => index % info.channels === alphaChannel),
  }
}

/** Signed 16-bit samples: every way through a colour space cuts off what is below zero, the statistics do not. */
async function signedRanges(path: string, probe: ScanProbe): Promise<{ colours: Range; alpha: Range }> {
  const { metadata } = probe
  const { channels } = await openProbed(path, probe).stats()
  const ranges = channels.map(({ min, max }) => ({ low: min, high: max }))
  const alpha = (metadata.hasAlpha ? ranges.pop() : undefined) ?? { low: 0, high: 0 }
  return {
    colours: {
      low: Math.min(...ranges.map(({ low }) => low)),
      high: Math.max(...ranges.map(({ high }) => high)),
    },
    alpha,
  }
}

function rangeOf(samples: Float64Array, counts: (value: number, index: number) => boolean): Range {
  let low = Infinity
  let high = -Infinity
  samples.forEach((value, index) => {
    if (!counts(value, index)) return
    if (value < low) low = value
    if (value > high) high = value
  })
  return low <= high ? { low, high } : { low: 0, high: 0 }
}

/** Floats that look like shares of one or like bytes keep that meaning; all else is stretched from end to end. */
export function displayRange(
  depth: Metadata['depth'],
  low: number,
  high: number,
): [from: number, to: number] {
  const floating = depth === 'float' || depth === 'double'
  if (floating && low >= 0 && high <= 1) return [0, 1]
  if (floating && low >= 0 && high <= 255) return [0, 255]
  if (low < high) return [low, high]
  return high > 0 ? [0, high] : [high, high + 1]
}
