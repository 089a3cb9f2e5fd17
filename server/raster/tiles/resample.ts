import type { PixelWindow, Taps, TilePlan } from './tile-plan.ts'

/** A stored tile as pixels of four bytes, alpha not premultiplied, and where it lies in its level. */
export interface DecodedTile {
  readonly pixels: Uint8Array
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The planned part of a picture out of the tiles of a level, four bytes a pixel; undefined where it shows nothing. What no tile covers is
 * transparent; colours weigh by their alpha, so that nothing of what is hidden shows at an edge.
 */
export function resample(plan: TilePlan, tiles: readonly DecodedTile[]): Uint8Array | undefined {
  const { window, columns, rows } = plan
  const source = new Uint8Array(window.width * window.height * 4)
  for (const tile of tiles) copyInto(source, window, tile)
  return downwards(across(source, window, columns), columns.starts.length, rows)
}

function copyInto(target: Uint8Array, window: PixelWindow, tile: DecodedTile): void {
  const left = Math.max(window.left, tile.left)
  const right = Math.min(window.left + window.width, tile.left + tile.width)
  const top = Math.max(window.top, tile.top)
  const bottom = Math.min(window.top + window.height, tile.top + tile.height)
  if (left >= right) return
  for (let y = top; y < bottom; y++) {
    const from = ((y - tile.top) * tile.width + left - tile.left) * 4
    const to = ((y - window.top) * window.width + left - window.left) * 4
    target.set(tile.pixels.subarray(from, from + (right - left) * 4), to)
  }
}

/** Each row of a window at the width of the picture, premultiplied. */
function across(
  source: Uint8Array,
  { width, height }: PixelWindow,
  { starts, count, weights }: Taps,
): Float32Array {
  const side = starts.length
  const result = new Float32Array(side * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    const row = y * width * 4
    for (let x = 0, tap = 0; x < side; x++, to += 4) {
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (let from = row + starts[x]! * 4, end = tap + count; tap < end; tap++, from += 4) {
        const weight = weights[tap]!
        if (weight === 0) continue
        const share = weight * source[from + 3]!
        red += share * source[from]!
        green += share * source[from + 1]!
        blue += share * source[from + 2]!
        alpha += share
      }
      result[to] = red
      result[to + 1] = green
      result[to + 2] = blue
      result[to + 3] = alpha
    }
  }
  return result
}

/** The rows of a picture out of rows of its width; bytes, no longer premultiplied. */
function downwards(
  source: Float32Array,
  side: number,
  { starts, count, weights }: Taps,
): Uint8Array | undefined {
  const stride = side * 4
  const lines = starts.length
  const result = new Uint8Array(lines * stride)
  const sums = new Float32Array(stride)
  let isEmpty = true
  for (let y = 0; y < lines; y++) {
    sums.fill(0)
    for (let tap = 0; tap < count; tap++) {
      const weight = weights[y * count + tap]!
      if (weight === 0) continue
      const from = (starts[y]! + tap) * stride
      for (let at = 0; at < stride; at++) sums[at]! += weight * source[from + at]!
    }
    for (let at = 0, to = y * stride; at < stride; at += 4, to += 4) {
      const alpha = sums[at + 3]!
      if (alpha < 0.5) continue
      isEmpty = false
      // A typed array of bytes cuts off: half is added for the nearest.
      const share = 1 / alpha
      result[to] = sums[at]! * share + 0.5
      result[to + 1] = sums[at + 1]! * share + 0.5
      result[to + 2] = sums[at + 2]! * share + 0.5
      result[to + 3] = Math.min(255, alpha + 0.5)
    }
  }
  return isEmpty ? undefined : result
}
