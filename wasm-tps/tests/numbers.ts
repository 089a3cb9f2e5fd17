/** Largest absolute difference of two arrays of one length; NaN beside a number counts as infinite. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) throw new Error(`lengths differ: ${a.length} and ${b.length}`)
  let largest = 0
  for (let k = 0; k < a.length; k++) {
    const difference = Math.abs((a[k] ?? NaN) - (b[k] ?? NaN))
    largest = Math.max(largest, Number.isNaN(difference) ? Infinity : difference)
  }
  return largest
}

/** Image and map points changed places: fits image -> map where the kernel fits map -> image. */
export function swapped(gcps: Float64Array): Float64Array {
  const result = new Float64Array(gcps.length)
  for (let k = 0; k < gcps.length; k += 4) {
    result.set([gcps[k + 2]!, gcps[k + 3]!, gcps[k]!, gcps[k + 1]!], k)
  }
  return result
}

/** Reproducible random numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A sheet like a scanned map: a grid-like scatter of points, a rotation, gentle waves and click noise. */
export function exampleSheet(count: number, seed = 1, noisePx = 1): Float64Array {
  const random = randomFrom(seed)
  const gcps = new Float64Array(4 * count)
  const side = Math.ceil(Math.sqrt(count))
  for (let k = 0; k < count; k++) {
    const u = ((k % side) + 0.2 + 0.6 * random()) / side
    const v = (Math.floor(k / side) + 0.2 + 0.6 * random()) / side
    const mapX = 2_800_000 + 260_000 * u
    const mapY = 7_300_000 + 200_000 * v
    const waveX = 20 * Math.sin(5 * u + 3 * v)
    const waveY = 15 * Math.cos(4 * v - 2 * u)
    const imageX = 200 + 2900 * u + 150 * v + waveX + noisePx * (random() - 0.5)
    const imageY = 2400 - 2200 * v + 130 * u + waveY + noisePx * (random() - 0.5)
    gcps.set([imageX, imageY, mapX, mapY], 4 * k)
  }
  return gcps
}
