/** A grey picture, row by row; 0 black to 1 white. Pixel (x, y) covers x to x + 1: its middle lies at x + 0.5. */
export interface FloatPicture {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
}

/** Blurred by a Gaussian of `sigma` px; at the edges the outermost pixels go on. */
export function blurred({ width, height, values }: FloatPicture, sigma: number): FloatPicture {
  const kernel = gaussian(sigma)
  const across = new Float32Array(values.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    convolve(values, across, kernel, { first: row, step: 1, count: width })
  }
  const result = new Float32Array(values.length)
  blurDown(across, result, kernel, width, height)
  return { width, height, values: result }
}

function gaussian(sigma: number): Float32Array {
  const radius = Math.max(1, Math.ceil(3.5 * sigma))
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, at) =>
    Math.exp(-((at - radius) ** 2) / (2 * sigma * sigma)),
  )
  const sum = kernel.reduce((total, weight) => total + weight, 0)
  return kernel.map((weight) => weight / sum)
}

interface Line {
  readonly first: number
  readonly step: number
  readonly count: number
}

function convolve(
  from: Float32Array,
  to: Float32Array,
  kernel: Float32Array,
  { first, step, count }: Line,
): void {
  const radius = (kernel.length - 1) / 2
  for (let at = 0; at < count; at++) {
    let sum = 0
    const isInside = at >= radius && at + radius < count
    for (let tap = 0; tap < kernel.length; tap++) {
      const other = at + tap - radius
      const clamped = isInside ? other : Math.min(count - 1, Math.max(0, other))
      sum += (kernel[tap] ?? 0) * (from[first + clamped * step] ?? 0)
    }
    to[first + at * step] = sum
  }
}

/** Down the columns, row after row: memory is read in its order. */
function blurDown(
  from: Float32Array,
  to: Float32Array,
  kernel: Float32Array,
  width: number,
  height: number,
): void {
  const radius = (kernel.length - 1) / 2
  for (let y = 0; y < height; y++) {
    const row = y * width
    for (let tap = 0; tap < kernel.length; tap++) {
      const other = Math.min(height - 1, Math.max(0, y + tap - radius)) * width
      const weight = kernel[tap] ?? 0
      for (let x = 0; x < width; x++) to[row + x] = (to[row + x] ?? 0) + weight * (from[other + x] ?? 0)
    }
  }
}

/** Every second pixel of every second row, of a picture that has been blurred. Its pixel x is pixel 2x of the other. */
export function everySecond({ width, height, values }: FloatPicture): FloatPicture {
  const [across, down] = [width >> 1, height >> 1]
  const result = new Float32Array(across * down)
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) result[y * across + x] = values[2 * y * width + 2 * x] ?? 0
  }
  return { width: across, height: down, values: result }
}

/** The value at a place, px, between the middles of four pixels; NaN beyond the picture. */
export function valueAt({ width, height, values }: FloatPicture, x: number, y: number): number {
  if (!(x >= 0 && y >= 0 && x <= width && y <= height)) return Number.NaN
  const [u, v] = [Math.min(width - 1, Math.max(0, x - 0.5)), Math.min(height - 1, Math.max(0, y - 0.5))]
  const [left, top] = [
    Math.min(Math.floor(u), Math.max(0, width - 2)),
    Math.min(Math.floor(v), Math.max(0, height - 2)),
  ]
  const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)]
  const [s, t] = [u - left, v - top]
  const above = (values[top * width + left] ?? 0) * (1 - s) + (values[top * width + right] ?? 0) * s
  const below = (values[bottom * width + left] ?? 0) * (1 - s) + (values[bottom * width + right] ?? 0) * s
  return above * (1 - t) + below * t
}

/** Grey of RGBA bytes, row by row. */
export function greyOf(rgba: Uint8ClampedArray, width: number, height: number): FloatPicture {
  const values = new Float32Array(width * height)
  for (let at = 0; at < values.length; at++) {
    const [red = 0, green = 0, blue = 0] = [rgba[4 * at], rgba[4 * at + 1], rgba[4 * at + 2]]
    values[at] = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
  }
  return { width, height, values }
}
