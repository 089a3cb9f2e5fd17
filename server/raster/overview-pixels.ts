import type { Quarter } from './overview-tree.ts'
import type { RgbaImage } from './tile-pixels.ts'

/** A tile of an overview from its four quarters (NW, NE, SW, SE; each half as wide); undefined when all show nothing. */
export function fromQuarters(
  quarters: readonly [Quarter, Quarter, Quarter, Quarter],
  tileSize: number,
): Uint8Array | undefined {
  if (quarters.every((quarter) => quarter === null)) return undefined
  const half = tileSize / 2
  const tile = new Uint8Array(tileSize * tileSize * 4)
  quarters.forEach((quarter, index) => {
    if (!quarter) return
    if (quarter.length !== half * half * 4)
      throw new Error(`expected ${half * half * 4} bytes, got ${quarter.length}`)
    const left = (index & 1) * half
    const top = (index >> 1) * half
    for (let row = 0; row < half; row++) {
      const pixels = quarter.subarray(row * half * 4, (row + 1) * half * 4)
      tile.set(pixels, ((top + row) * tileSize + left) * 4)
    }
  })
  return tile
}

/**
 * An image that ends before `width` and `height` (at the edge of the file), filled up with transparency: a last odd column
 * or row halved by itself would otherwise be lost.
 */
export function padded(image: RgbaImage, width: number, height: number): RgbaImage {
  if (image.width === width && image.height === height) return image
  const rgba = new Uint8Array(width * height * 4)
  for (let row = 0; row < image.height; row++) {
    rgba.set(image.rgba.subarray(row * image.width * 4, (row + 1) * image.width * 4), row * width * 4)
  }
  return { rgba, width, height }
}
