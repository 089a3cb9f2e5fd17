import { tileSideFor } from './tile-side.ts'

/** Where everything of the published file goes, computed before the first pixel. */

/** Tiles of a block on each side; a block is what a thread warps at once. */
export const BLOCK_TILES = 4

/** One resolution level; level 0 is the full one. */
export interface CogLevel {
  readonly width: number
  readonly height: number
  readonly tilesAcross: number
  readonly tilesDown: number
}

export interface CogLayout {
  readonly tileSize: number
  /** Finest first; each is exactly half of the one before. */
  readonly levels: readonly CogLevel[]
  /** Blocks of level 0; each covers one tile of level 2. */
  readonly blocksAcross: number
  readonly blocksDown: number
}

/**
 * Levels down to one that fits in a tile. Both sides are padded (transparently, at the right and the bottom) to a
 * multiple of 2^overviews, so that every level is exactly half of the finer one and no level is off by a part of a pixel.
 */
export function layoutCog(width: number, height: number): CogLayout {
  const tileSize = tileSideFor(width, height)
  const overviews = Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / tileSize)))
  const step = 2 ** overviews
  const paddedWidth = Math.ceil(width / step) * step
  const paddedHeight = Math.ceil(height / step) * step
  const levels = Array.from({ length: overviews + 1 }, (_, level): CogLevel => {
    const levelWidth = paddedWidth / 2 ** level
    const levelHeight = paddedHeight / 2 ** level
    return {
      width: levelWidth,
      height: levelHeight,
      tilesAcross: Math.ceil(levelWidth / tileSize),
      tilesDown: Math.ceil(levelHeight / tileSize),
    }
  })
  const blockSize = BLOCK_TILES * tileSize
  return {
    tileSize,
    levels,
    blocksAcross: Math.ceil(paddedWidth / blockSize),
    blocksDown: Math.ceil(paddedHeight / blockSize),
  }
}

/**
 * All blocks along a Z-order curve: four neighbours come close together, so that few overview quarters wait for their
 * siblings. Morton codes over the smallest square power of two that holds the grid.
 */
export function* blocksInMortonOrder(
  across: number,
  down: number,
): Generator<readonly [x: number, y: number]> {
  function* square(x: number, y: number, side: number): Generator<readonly [x: number, y: number]> {
    if (x >= across || y >= down) return
    if (side === 1) {
      yield [x, y]
      return
    }
    const half = side / 2
    yield* square(x, y, half)
    yield* square(x + half, y, half)
    yield* square(x, y + half, half)
    yield* square(x + half, y + half, half)
  }
  yield* square(0, 0, 2 ** Math.ceil(Math.log2(Math.max(across, down, 1))))
}
