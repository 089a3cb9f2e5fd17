/** Straight RGBA, row by row. */
export interface RgbaImage {
  readonly rgba: Uint8Array
  readonly width: number
  readonly height: number
}

/** A square tile cut out of an image, transparent beyond its edge; undefined where it lies wholly beyond. */
export function cutTile(image: RgbaImage, left: number, top: number, size: number): Uint8Array | undefined {
  const columns = Math.min(size, image.width - left)
  const rows = Math.min(size, image.height - top)
  if (columns <= 0 || rows <= 0) return undefined
  const tile = new Uint8Array(size * size * 4)
  for (let row = 0; row < rows; row++) {
    const from = ((top + row) * image.width + left) * 4
    tile.set(image.rgba.subarray(from, from + columns * 4), row * size * 4)
  }
  return tile
}
