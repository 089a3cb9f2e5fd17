import { type Strip, STRIP_ROWS } from './scan-rows.ts'

/** One resolution level of a scan's pyramid. */
export interface ScanLevel {
  readonly width: number
  readonly height: number
}

/** Levels of a scan from the finest to the first that fits in a tile, each half the one before, floored. */
export function scanLevels(width: number, height: number, tileSize: number): ScanLevel[] {
  const levels = [{ width, height }]
  for (let at = levels[0]!; at.width > tileSize || at.height > tileSize;) {
    at = { width: Math.max(1, at.width >> 1), height: Math.max(1, at.height >> 1) }
    levels.push(at)
  }
  return levels
}

/** Takes the strips of a scan's finest level and gives those of all levels, each in its order. */
export class HalvedLevels {
  readonly #levels: readonly ScanLevel[]
  readonly #waiting: { rgba: Uint8ClampedArray<ArrayBuffer>; rows: number; top: number }[]

  constructor(levels: readonly ScanLevel[]) {
    this.#levels = levels
    this.#waiting = levels.map(({ width, height }, level) => ({
      rgba: new Uint8ClampedArray(level === 0 ? 0 : 4 * width * Math.min(STRIP_ROWS, height)),
      rows: 0,
      top: 0,
    }))
  }

  /** A given strip must be used before the next one is asked for: its buffer is used again. */
  *add(strip: Strip, level = 0): Generator<{ readonly level: number; readonly strip: Strip }> {
    yield { level, strip }
    const next = this.#levels[level + 1]
    const waiting = this.#waiting[level + 1]
    const size = this.#levels[level]
    if (!next || !waiting || !size) return
    const rows = Math.min(size.height === 1 ? 1 : strip.rows >> 1, next.height - waiting.top - waiting.rows)
    halveInto(strip.rgba, size.width, waiting.rgba.subarray(4 * next.width * waiting.rows), next.width, rows)
    waiting.rows += rows
    const isLast = waiting.top + waiting.rows === next.height
    if (waiting.rows < STRIP_ROWS && !isLast) return
    const { top } = waiting
    const made: Strip = {
      top,
      rows: waiting.rows,
      rgba: waiting.rgba.subarray(0, 4 * next.width * waiting.rows),
    }
    waiting.top += waiting.rows
    waiting.rows = 0
    if (made.rows > 0) yield* this.add(made, level + 1)
  }
}

/**
 * Means of 2 x 2 pixels, colours weighted by alpha; the last odd column and row are left out. A side of one pixel stays
 * one.
 */
export function halveInto(
  source: Uint8ClampedArray,
  width: number,
  target: Uint8ClampedArray,
  targetWidth: number,
  targetRows: number,
): void {
  const right = width === 1 ? 0 : 4
  const below = source.length >= 8 * width ? 4 * width : 0
  for (let row = 0; row < targetRows; row++) {
    let at = 8 * width * row
    let to = 4 * targetWidth * row
    for (let column = 0; column < targetWidth; column++, at += 8, to += 4) {
      const b = at + right
      const c = at + below
      const d = c + right
      const alpha = source[at + 3]! + source[b + 3]! + source[c + 3]! + source[d + 3]!
      target[to + 3] = (alpha + 2) >> 2
      for (let band = 0; band < 3; band++) {
        const mean =
          alpha === 1020
            ? (source[at + band]! + source[b + band]! + source[c + band]! + source[d + band]! + 2) >> 2
            : weighedMean(source, band, alpha, at, b, c, d)
        target[to + band] = mean
      }
    }
  }
}

/** Of four pixels by their alpha, whose sum is given. */
function weighedMean(
  source: Uint8ClampedArray,
  band: number,
  alpha: number,
  ...pixels: readonly number[]
): number {
  if (alpha === 0) return 0
  const sum = pixels.reduce((part, at) => part + source[at + band]! * source[at + 3]!, 0)
  return Math.round(sum / alpha)
}
