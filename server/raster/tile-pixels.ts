/** Straight RGBA, row by row. */
export interface RgbaImage {
  readonly rgba: Uint8Array
  readonly width: number
  readonly height: number
}

/** What a tile's alpha says: nothing shows, everything shows, or some of it. */
export type Coverage = 'empty' | 'opaque' | 'mixed'

/**
 * Copies a square of `size` pixels out of an image into `tile` (`size * size * 4` bytes), transparent beyond the
 * image's edge. @returns how much of it shows
 */
export function cutTile(
  image: RgbaImage,
  left: number,
  top: number,
  size: number,
  tile: Uint8Array,
): Coverage {
  const columns = Math.max(0, Math.min(size, image.width - left))
  const rows = Math.max(0, Math.min(size, image.height - top))
  if (columns < size || rows < size) tile.fill(0)
  for (let row = 0; row < rows; row++) {
    const from = ((top + row) * image.width + left) * 4
    tile.set(image.rgba.subarray(from, from + columns * 4), row * size * 4)
  }
  return coverageOf(tile)
}

export function coverageOf(rgba: Uint8Array): Coverage {
  const pixels = wordsOf(rgba)
  let any = 0
  let all = -1
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at] ?? 0
    any |= pixel
    all &= pixel
  }
  if (any >>> 24 === 0) return 'empty'
  return all >>> 24 === 255 ? 'opaque' : 'mixed'
}

/** RGB of straight RGBA whose alpha can be dropped; the number of pixels is a multiple of 4. */
export function withoutAlpha(rgba: Uint8Array, rgb: Uint8Array): void {
  const from = wordsOf(rgba)
  const to = wordsOf(rgb)
  // Four pixels at a time, as little-endian words: RGBA RGBA RGBA RGBA -> RGBR GBRG BRGB.
  for (let at = 0, out = 0; at + 3 < from.length; at += 4, out += 3) {
    const second = from[at + 1] ?? 0
    const third = from[at + 2] ?? 0
    to[out] = ((from[at] ?? 0) & 0xff_ffff) | (second << 24)
    to[out + 1] = ((second >>> 8) & 0xffff) | (third << 16)
    to[out + 2] = ((third >>> 16) & 0xff) | ((from[at + 3] ?? 0) << 8)
  }
}

/** The same bytes as 32-bit words, R in the lowest byte (every platform Node runs on is little-endian). */
function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
}
