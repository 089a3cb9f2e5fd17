import type { FloatPicture } from './float-picture.ts'
import { FIRST_SIGMA, octavesOf, spotsOf, STEPS } from './scale-space.ts'
import type { Octave, Spot } from './scale-space.ts'

/** Numbers that describe a feature: 4 × 4 fields around it with 8 directions each. */
export const DESCRIPTION = 128
/** Features of a picture, in columns: one index, one feature. */
export interface Features {
  readonly count: number
  /** Place in px of the picture. */
  readonly x: Float32Array
  readonly y: Float32Array
  /** Size in px of the picture, and the direction of what it shows, radians. */
  readonly size: Float32Array
  readonly angle: Float32Array
  /** `DESCRIPTION` numbers each, of unit length. */
  readonly descriptions: Float32Array
}

/** Most features of an octave; finer ones are many and would leave no room for coarse ones, which scans of other sizes share. */
const MOST_OF_OCTAVE = 1_500
/** The picture is parted into fields, so that features come from all of it and not from its densest quarter. */
const FIELDS = 14
const DIRECTIONS = 36
const CELLS = 4
const CELL_DIRECTIONS = 8
/** No direction counts for more in a description, so that one strong edge does not stand for all. */
const MOST_OF_LENGTH = 0.2
/** Directions about as strong as the strongest make a feature of their own. */
const ABOUT_AS_STRONG = 0.8

interface Directed extends Spot {
  readonly angle: number
}

/**
 * Places of a picture that are found again when it is turned, scaled, lit and coloured otherwise (Lowe 2004, "Distinctive
 * image features from scale-invariant keypoints").
 */
export function featuresOf(picture: FloatPicture): Features {
  const found = octavesOf(picture).flatMap((octave) => {
    const gradients = gradientsOf(octave)
    return spread(spotsOf(octave), octave)
      .flatMap((spot) => directed(spot, gradients))
      .map((spot) => ({ spot, octave, gradients }))
  })
  const count = found.length
  const features: Features = {
    count,
    x: new Float32Array(count),
    y: new Float32Array(count),
    size: new Float32Array(count),
    angle: new Float32Array(count),
    descriptions: new Float32Array(count * DESCRIPTION),
  }
  for (const [index, { spot, octave, gradients }] of found.entries()) {
    const scale = 2 ** octave.level
    features.x[index] = spot.x * scale + 0.5
    features.y[index] = spot.y * scale + 0.5
    features.size[index] = sigmaOf(spot) * scale
    features.angle[index] = spot.angle
    const into = features.descriptions.subarray(index * DESCRIPTION, (index + 1) * DESCRIPTION)
    describe(spot, gradients, into)
  }
  return features
}

const sigmaOf = ({ step }: Spot) => FIRST_SIGMA * 2 ** (step / STEPS)

/** The strongest spots of each field of the picture. */
function spread(spots: readonly Spot[], { blurs: [blur] }: Octave): Spot[] {
  if (!blur || spots.length <= MOST_OF_OCTAVE) return [...spots]
  const side = Math.max(blur.width, blur.height) / FIELDS
  const columns = Math.ceil(blur.width / side)
  const fields = new Map<number, Spot[]>()
  for (const spot of spots) {
    const field = Math.floor(spot.y / side) * columns + Math.floor(spot.x / side)
    const inField = fields.get(field)
    if (inField) inField.push(spot)
    else fields.set(field, [spot])
  }
  const each = Math.ceil(MOST_OF_OCTAVE / fields.size)
  return [...fields.values()].flatMap((field) =>
    field.toSorted((a, b) => b.contrast - a.contrast).slice(0, each),
  )
}

/** Strength and direction of the slope at each pixel of a blur. */
interface Gradient {
  readonly width: number
  readonly height: number
  readonly strength: Float32Array
  readonly angle: Float32Array
}

function gradientsOf({ blurs }: Octave): Gradient[] {
  return blurs.slice(0, STEPS + 2).map(({ width, height, values }) => {
    const strength = new Float32Array(values.length)
    const angle = new Float32Array(values.length)
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1; x < width - 1; x++) {
        const at = y * width + x
        const dx = (values[at + 1] ?? 0) - (values[at - 1] ?? 0)
        const dy = (values[at + width] ?? 0) - (values[at - width] ?? 0)
        strength[at] = Math.sqrt(dx * dx + dy * dy)
        angle[at] = Math.atan2(dy, dx)
      }
    }
    return { width, height, strength, angle }
  })
}

const gradientOf = ({ step }: Spot, gradients: readonly Gradient[]) =>
  gradients[Math.min(gradients.length - 1, Math.max(0, Math.round(step)))]

/** A spot with the direction that its surroundings have; with several where several are about as strong. */
function directed(spot: Spot, gradients: readonly Gradient[]): Directed[] {
  const gradient = gradientOf(spot, gradients)
  if (!gradient) return []
  const { width, height, strength, angle } = gradient
  const sigma = 1.5 * sigmaOf(spot)
  const radius = Math.round(3 * sigma)
  const [middleX, middleY] = [Math.round(spot.x), Math.round(spot.y)]
  const raw = new Float32Array(DIRECTIONS)
  for (let y = Math.max(1, middleY - radius); y <= Math.min(height - 2, middleY + radius); y++) {
    for (let x = Math.max(1, middleX - radius); x <= Math.min(width - 2, middleX + radius); x++) {
      const at = y * width + x
      const weight = Math.exp(-((x - spot.x) ** 2 + (y - spot.y) ** 2) / (2 * sigma * sigma))
      const bin = Math.floor((((angle[at] ?? 0) + Math.PI) / (2 * Math.PI)) * DIRECTIONS) % DIRECTIONS
      raw[bin] = (raw[bin] ?? 0) + weight * (strength[at] ?? 0)
    }
  }
  const bins = smoothed(smoothed(raw))
  const strongest = Math.max(...bins)
  return [...bins.keys()].flatMap((bin) => {
    const here = bins[bin] ?? 0
    const before = bins[(bin + DIRECTIONS - 1) % DIRECTIONS] ?? 0
    const after = bins[(bin + 1) % DIRECTIONS] ?? 0
    if (here < ABOUT_AS_STRONG * strongest || here <= before || here < after) return []
    const shift = (0.5 * (before - after)) / (before - 2 * here + after)
    return [{ ...spot, angle: ((bin + 0.5 + shift) / DIRECTIONS) * 2 * Math.PI - Math.PI }]
  })
}

const smoothed = (bins: Float32Array) =>
  bins.map(
    (here, bin) =>
      ((bins[(bin + DIRECTIONS - 1) % DIRECTIONS] ?? 0) + here + (bins[(bin + 1) % DIRECTIONS] ?? 0)) / 3,
  )

/** Writes the slopes around a spot, by field and direction, as seen along its own direction. */
function describe(spot: Directed, gradients: readonly Gradient[], into: Float32Array): void {
  const gradient = gradientOf(spot, gradients)
  if (!gradient) return
  const { width, height, strength, angle } = gradient
  const cell = 3 * sigmaOf(spot)
  const radius = Math.round((cell * Math.SQRT2 * (CELLS + 1)) / 2)
  const [cos, sin] = [Math.cos(spot.angle), Math.sin(spot.angle)]
  const [middleX, middleY] = [Math.round(spot.x), Math.round(spot.y)]
  for (let y = Math.max(1, middleY - radius); y <= Math.min(height - 2, middleY + radius); y++) {
    for (let x = Math.max(1, middleX - radius); x <= Math.min(width - 2, middleX + radius); x++) {
      const [dx, dy] = [x - spot.x, y - spot.y]
      const u = (cos * dx + sin * dy) / cell
      const v = (cos * dy - sin * dx) / cell
      const [column, row] = [u + CELLS / 2 - 0.5, v + CELLS / 2 - 0.5]
      if (column <= -1 || row <= -1 || column >= CELLS || row >= CELLS) continue
      const at = y * width + x
      const weight = (strength[at] ?? 0) * Math.exp(-(u * u + v * v) / (0.5 * CELLS * CELLS))
      const turn = ((angle[at] ?? 0) - spot.angle) / (2 * Math.PI)
      share(into, column, row, (turn - Math.floor(turn)) * CELL_DIRECTIONS, weight)
    }
  }
  normalise(into)
  for (let at = 0; at < into.length; at++) into[at] = Math.min(MOST_OF_LENGTH, into[at] ?? 0)
  normalise(into)
}

/** Shares a weight among the fields and directions that it lies between. */
function share(into: Float32Array, column: number, row: number, direction: number, weight: number): void {
  const [left, top, first] = [Math.floor(column), Math.floor(row), Math.floor(direction)]
  for (let y = Math.max(0, top); y <= Math.min(CELLS - 1, top + 1); y++) {
    const down = weight * (1 - Math.abs(row - y))
    for (let x = Math.max(0, left); x <= Math.min(CELLS - 1, left + 1); x++) {
      const across = down * (1 - Math.abs(column - x))
      const cell = (y * CELLS + x) * CELL_DIRECTIONS
      const second = direction - first
      const [here, next] = [cell + (first % CELL_DIRECTIONS), cell + ((first + 1) % CELL_DIRECTIONS)]
      into[here] = (into[here] ?? 0) + across * (1 - second)
      into[next] = (into[next] ?? 0) + across * second
    }
  }
}

function normalise(vector: Float32Array): void {
  let sum = 0
  for (const value of vector) sum += value * value
  const length = Math.sqrt(sum) || 1
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length
}
