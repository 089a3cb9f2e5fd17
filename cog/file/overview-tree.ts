import type { CogLayout } from './cog-layout.ts'

/** Half-size RGBA of one tile, to be a quarter of its parent; null when it is wholly transparent. */
export type Quarter = Uint8Array | null

/** A tile of an overview whose children are all there. Quarters in the order NW, NE, SW, SE; null also beyond the edge. */
export interface ParentTile {
  readonly level: number
  readonly x: number
  readonly y: number
  readonly quarters: readonly [Quarter, Quarter, Quarter, Quarter]
}

interface Waiting {
  readonly quarters: [Quarter, Quarter, Quarter, Quarter]
  missing: number
}

/**
 * Collects the half-size images of finished tiles until a parent's children are complete. In Morton order at most
 * three children of each level wait at a time (and as many again for each thread), whatever the size of the file.
 */
export class OverviewTree {
  readonly #layout: CogLayout
  readonly #waiting = new Map<string, Waiting>()

  constructor(layout: CogLayout) {
    this.#layout = layout
  }

  /** Takes a finished tile of `level`; returns its parent once that is complete. The coarsest level has no parent. */
  add(level: number, x: number, y: number, quarter: Quarter): ParentTile | undefined {
    const children = this.#layout.levels[level]
    if (!children || level + 1 >= this.#layout.levels.length) return undefined
    const parent = { level: level + 1, x: x >> 1, y: y >> 1 }
    const key = `${parent.level}/${parent.x}/${parent.y}`
    const waiting = this.#waiting.get(key) ?? {
      quarters: [null, null, null, null],
      missing:
        Math.min(2, children.tilesAcross - 2 * parent.x) * Math.min(2, children.tilesDown - 2 * parent.y),
    }
    waiting.quarters[(x & 1) + 2 * (y & 1)] = quarter
    waiting.missing--
    if (waiting.missing > 0) {
      this.#waiting.set(key, waiting)
      return undefined
    }
    this.#waiting.delete(key)
    return { ...parent, quarters: waiting.quarters }
  }

  /** Bytes of the images that wait. */
  get waitingBytes(): number {
    let bytes = 0
    for (const { quarters } of this.#waiting.values()) {
      for (const quarter of quarters) bytes += quarter?.byteLength ?? 0
    }
    return bytes
  }
}
