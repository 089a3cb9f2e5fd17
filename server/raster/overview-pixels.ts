import type { KernelModule } from './kernel.ts'
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
 * The next overview of a block whose full side is `side` pixels. An image that ends before (at the edge of the file) is
 * filled up with transparency first: a last odd column halved by itself would otherwise be lost.
 */
export function halved(kernel: Pick<KernelModule, 'halveRgba'>, image: RgbaImage, side: number): RgbaImage {
  const whole = image.width === side && image.height === side ? image.rgba : padded(image, side)
  return { rgba: kernel.halveRgba(whole, side, side), width: side / 2, height: side / 2 }
}

function padded({ rgba, width, height }: RgbaImage, side: number): Uint8Array {
  const whole = new Uint8Array(side * side * 4)
  for (let row = 0; row < height; row++) {
    whole.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * side * 4)
  }
  return whole
}
