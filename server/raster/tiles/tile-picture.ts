import { decodeTile, fromPixels } from '../decoder-sharp.ts'
import { isOpaque } from './lay-under.ts'

/** How a tile may be asked for. */
export const TILE_FORMATS = ['webp', 'png'] as const
export type TileFormat = (typeof TILE_FORMATS)[number]

const QUALITY = 85
const WEBP_EFFORT = 2

/** A square picture of four bytes a pixel as a file. */
export function encodeTile(pixels: Uint8Array, side: number, format: TileFormat): Promise<Buffer> {
  const picture = fromPixels(pixels, side, side, 4)
  return format === 'webp'
    ? picture.webp({ quality: QUALITY, effort: WEBP_EFFORT }).toBuffer()
    : picture.png({ compressionLevel: 6 }).toBuffer()
}

/** A stored tile as pixels in memory that threads share, as `decodeTile`. @throws Error where it is damaged */
export async function decodeShared(
  bytes: Uint8Array,
  reducedTo?: number,
): Promise<{ readonly pixels: Uint8Array; readonly width: number; readonly height: number }> {
  const { pixels, width, height } = await decodeTile(bytes, reducedTo)
  const shared = new Uint8Array(new SharedArrayBuffer(pixels.length))
  shared.set(pixels)
  return { pixels: shared, width, height }
}

/** A square picture as the smaller of the forms that every program reads: JPEG, or PNG where something shows through. */
export async function encodePhoto(
  pixels: Uint8Array,
  side: number,
): Promise<{ readonly bytes: Buffer; readonly extension: 'png' | 'jpg' }> {
  if (!isOpaque(pixels)) return { bytes: await encodeTile(pixels, side, 'png'), extension: 'png' }
  const picture = fromPixels(pixels, side, side, 4).removeAlpha()
  return { bytes: await picture.jpeg({ quality: QUALITY }).toBuffer(), extension: 'jpg' }
}
