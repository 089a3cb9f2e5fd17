import type { RgbaImage } from '../pkg/wasm_tps.d.ts'

/** The least side of a square that an image of this size fits into and that can be read back whole. */
export const sideFor = (width: number, height: number) => 8 * Math.ceil(Math.max(width, height) / 8)

/** The north-western `width` x `height` px of a square image of `sideFor` them. */
export function pixelsOf(image: Pick<RgbaImage, 'cutRgba'>, width: number, height: number): Uint8Array {
  const side = sideFor(width, height)
  const square = new Uint8Array(4 * side * side)
  image.cutRgba(0, 0, side, square)
  const rgba = new Uint8Array(4 * width * height)
  for (let row = 0; row < height; row++)
    rgba.set(square.subarray(4 * row * side, 4 * (row * side + width)), 4 * row * width)
  return rgba
}
