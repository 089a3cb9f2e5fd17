import type { ScanFormat } from './converted-scan.ts'
import { RasterError } from '../../../cog/raster-error.ts'

const MEGA = 1_000_000

/** Decoded whole into memory. */
const MAX_PIXELS_WHOLE = 50 * MEGA
/** Of these, more than this many bytes of samples would take the decoder past its memory (measured: twice as much). */
const MAX_BYTES_WHOLE = 200 * MEGA
/** Read row by row. */
const MAX_PIXELS_STREAMED = 4_000 * MEGA
/** Tiles are read one by one. */
const MAX_PIXELS_TILED = 40_000 * MEGA
/** From here on a PNG or TIFF must hold at least one byte for 200 pixels: no scan compresses better, a pixel bomb does. */
const SUSPICIOUS_PIXELS = 100 * MEGA
const PIXELS_PER_BYTE = 200
/** Fax compressions reach any ratio with blank paper, but no sheet of this size is all but blank. */
const SUSPICIOUS_BILEVEL_PIXELS = 1_000 * MEGA
const BILEVEL_PIXELS_PER_BYTE = 2_000

export interface ScanShape {
  readonly format: ScanFormat
  readonly width: number
  readonly height: number
  readonly fileBytes: number
  /** Bytes of one decoded pixel. */
  readonly pixelBytes: number
  /** Decoded whole into memory: interlaced PNG, progressive JPEG, WebP, GIF, signed samples. */
  readonly whole: boolean
  readonly tiled: boolean
  /** In a fax compression. */
  readonly bilevel: boolean
}

/** Pixels that a scan of this kind may have. */
export function pixelLimit(shape: ScanShape): number {
  if (shape.whole) return Math.min(MAX_PIXELS_WHOLE, Math.floor(MAX_BYTES_WHOLE / shape.pixelBytes))
  return shape.tiled ? MAX_PIXELS_TILED : MAX_PIXELS_STREAMED
}

/**
 * Refuses, before any pixel is decoded, what could not be decoded in bounded memory and time.
 *
 * @throws RasterError `tooManyPixels` with `megapixels` and `limit` (megapixels).
 */
export function checkPixelLimit(shape: ScanShape): void {
  const pixels = shape.width * shape.height
  const limit = pixelLimit(shape)
  const dense = shape.format === 'png' || shape.format === 'tiff'
  const [suspicious, perByte] = shape.bilevel
    ? [SUSPICIOUS_BILEVEL_PIXELS, BILEVEL_PIXELS_PER_BYTE]
    : [SUSPICIOUS_PIXELS, PIXELS_PER_BYTE]
  const hollow = dense && pixels > suspicious && shape.fileBytes * perByte < pixels
  if (pixels <= limit && !hollow) return
  throw new RasterError('tooManyPixels', {
    megapixels: Math.ceil(pixels / MEGA),
    limit: (hollow ? Math.min(limit, suspicious) : limit) / MEGA,
  })
}
