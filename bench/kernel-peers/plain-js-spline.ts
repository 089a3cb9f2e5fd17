/**
 * A thin-plate spline as one writes it first: Gaussian elimination of the saddle system, Math.log in the loop. The peer
 * that shows what WASM and SIMD bring; nothing else uses it.
 */
export class PlainJsSpline {
  private readonly centre: [number, number]
  private readonly scale: number
  private readonly sites: Float64Array
  private readonly coefficients: [Float64Array, Float64Array]

  /** @param gcps `[imageX, imageY, mapX, mapY] * n`; fitted map -> image. */
  constructor(gcps: Float64Array) {
    const n = gcps.length / 4
    let [sumX, sumY] = [0, 0]
    for (let i = 0; i < n; i++) {
      sumX += gcps[4 * i + 2]! / n
      sumY += gcps[4 * i + 3]! / n
    }
    this.centre = [sumX, sumY]
    let spread = 0
    for (let i = 0; i < n; i++) spread += Math.hypot(gcps[4 * i + 2]! - sumX, gcps[4 * i + 3]! - sumY) / n
    this.scale = 1 / spread
    this.sites = new Float64Array(2 * n)
    for (let i = 0; i < n; i++) {
      this.sites[2 * i] = (gcps[4 * i + 2]! - sumX) * this.scale
      this.sites[2 * i + 1] = (gcps[4 * i + 3]! - sumY) * this.scale
    }
    this.coefficients = solve(saddleMatrix(this.sites), n + 3, [
      gcps.filter((_, k) => k % 4 === 0),
      gcps.filter((_, k) => k % 4 === 1),
    ])
  }

  mapToImage(map: Float64Array): Float64Array {
    const out = new Float64Array(map.length)
    const n = this.sites.length / 2
    const [cx, cy] = this.coefficients
    for (let k = 0; k < map.length; k += 2) {
      const x = (map[k]! - this.centre[0]) * this.scale
      const y = (map[k + 1]! - this.centre[1]) * this.scale
      let imageX = cx[n]! + cx[n + 1]! * x + cx[n + 2]! * y
      let imageY = cy[n]! + cy[n + 1]! * x + cy[n + 2]! * y
      for (let i = 0; i < n; i++) {
        const u = kernel((x - this.sites[2 * i]!) ** 2 + (y - this.sites[2 * i + 1]!) ** 2)
        imageX += cx[i]! * u
        imageY += cy[i]! * u
      }
      out[k] = imageX
      out[k + 1] = imageY
    }
    return out
  }
}

const kernel = (squared: number) => (squared === 0 ? 0 : squared * Math.log(squared))

function saddleMatrix(sites: Float64Array): Float64Array[] {
  const n = sites.length / 2
  const rows = Array.from({ length: n + 3 }, () => new Float64Array(n + 3))
  for (let i = 0; i < n; i++) {
    const row = rows[i]!
    for (let j = 0; j < n; j++) {
      row[j] = kernel((sites[2 * i]! - sites[2 * j]!) ** 2 + (sites[2 * i + 1]! - sites[2 * j + 1]!) ** 2)
    }
    const affine = [1, sites[2 * i]!, sites[2 * i + 1]!]
    for (let k = 0; k < 3; k++) row[n + k] = rows[n + k]![i] = affine[k]!
  }
  return rows
}

/** Gaussian elimination with partial pivoting for two right-hand sides. */
function solve(rows: Float64Array[], size: number, values: Float64Array[]): [Float64Array, Float64Array] {
  const b = values.map((v) => {
    const padded = new Float64Array(size)
    padded.set(v)
    return padded
  }) as [Float64Array, Float64Array]
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let i = column + 1; i < size; i++) {
      if (Math.abs(rows[i]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = i
    }
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    for (const side of b) [side[column], side[pivot]] = [side[pivot]!, side[column]!]
    const upper = rows[column]!
    for (let i = column + 1; i < size; i++) {
      const row = rows[i]!
      const factor = row[column]! / upper[column]!
      if (factor === 0) continue
      for (let j = column; j < size; j++) row[j]! -= factor * upper[j]!
      for (const side of b) side[i]! -= factor * side[column]!
    }
  }
  for (const side of b) {
    for (let i = size - 1; i >= 0; i--) {
      let value = side[i]!
      for (let j = i + 1; j < size; j++) value -= rows[i]![j]! * side[j]!
      side[i] = value / rows[i]![i]!
    }
  }
  return b
}
