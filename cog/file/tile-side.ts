/** Side of a tile of pyramids and published files, pixels. */
export const TILE_SIDE = 512
const SMALL_SIDE = 256

/** Side of the tiles of an image: libvips cannot read tiles of 512 px of one under 256 ("tile size out of range"). */
export function tileSideFor(width: number, height: number): number {
  return Math.max(width, height) < SMALL_SIDE ? SMALL_SIDE : TILE_SIDE
}
