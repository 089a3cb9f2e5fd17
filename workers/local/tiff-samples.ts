/** How the samples of a TIFF become colours. */
export interface TiffPixels {
  /** Of a pixel, one after another. */
  readonly samples: number
  /** The first of them: one (grey or an entry of the palette) or three. */
  readonly colours: 1 | 3
  /** The sample after the colours. */
  readonly hasAlpha: boolean
  readonly bits: number
  readonly isFloat: boolean
  /** Zero is white. */
  readonly isInverted: boolean
  /** Reds, greens and blues of 16 bits. */
  readonly palette?: Uint16Array
}

/** Samples `low` to `high` become 0 to 255. */
export interface SampleScale {
  readonly low: number
  readonly high: number
}

/** A scan of 16 bits that reaches a quarter of the range is a picture as it stands. */
const FULL_RANGE_FROM = 16_384

/**
 * The range that turns black to white, as the server finds it: that of the samples' type, unless a type of more than 8
 * bits is hardly used.
 */
export async function scaleOf(
  { bits, isFloat, samples, colours, palette }: TiffPixels,
  strips: AsyncIterable<ArrayLike<number>>,
): Promise<SampleScale> {
  const most = 2 ** bits - 1
  if (palette || (bits <= 8 && !isFloat)) return { low: 0, high: most }
  let low = Infinity
  let high = -Infinity
  for await (const strip of strips) {
    for (let at = 0; at < strip.length; at += samples) {
      for (let band = at; band < at + colours; band++) {
        const value = strip[band]!
        if (value < low) low = value
        if (value > high) high = value
      }
    }
  }
  if (!isFloat && high >= FULL_RANGE_FROM && bits === 16) return { low: 0, high: most }
  if (isFloat && low >= 0 && high <= 1) return { low: 0, high: 1 }
  if (isFloat && low >= 0 && high <= 255) return { low: 0, high: 255 }
  if (low < high) return { low, high }
  return high > 0 ? { low: 0, high } : { low: 0, high: 1 }
}

/** Samples of whole pixels as RGBA. */
export function samplesToRgba(
  strip: ArrayLike<number>,
  { samples, colours, hasAlpha, bits, isInverted, palette }: TiffPixels,
  { low, high }: SampleScale,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = strip.length / samples
  const rgba = new Uint8ClampedArray(4 * pixels)
  // As 16 bits are cut to 8: no level is rounded up.
  const factor = bits > 8 ? 65_535 / 256 / (high - low) : 255 / (high - low)
  const shade = (value: number): number => {
    const level = bits > 8 ? Math.floor((value - low) * factor) : (value - low) * factor
    return isInverted ? 255 - level : level
  }
  const entries = palette ? palette.length / 3 : 0
  for (let pixel = 0, from = 0, to = 0; pixel < pixels; pixel++, from += samples, to += 4) {
    for (let band = 0; band < 3; band++) {
      const value = strip[from + (colours === 3 ? band : 0)]!
      rgba[to + band] = palette ? (palette[band * entries + value] ?? 0) >> 8 : shade(value)
    }
    rgba[to + 3] = hasAlpha ? alphaOf(strip[from + colours]!, bits) : 255
  }
  return rgba
}

const alphaOf = (value: number, bits: number) => (bits === 16 ? value >> 8 : value)
