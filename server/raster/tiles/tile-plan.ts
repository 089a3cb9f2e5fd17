import type { Corners } from '../../../contract/api/map-record.ts'

/** The pixel grid of a published overlay: EPSG:3857, square pixels, north up. */
export interface OverlayGrid {
  /** North-west corner of the north-west pixel, metres. */
  readonly originX: number
  readonly originY: number
  /** Side of a pixel of the finest level, metres. */
  readonly pixelSize: number
  /** Finest first, each exactly half of the one before. */
  readonly levels: readonly { readonly width: number; readonly height: number; readonly tileSide: number }[]
}

/** What each pixel along one side of a picture is made of. */
export interface Taps {
  /** First pixel of the window that counts, for each pixel of the picture. */
  readonly starts: Int32Array
  /** Pixels that count for each; 0 weights fill up. */
  readonly count: number
  /** `count` weights for each pixel of the picture, which add up to 1, or to 0 where it lies outside of the overlay. */
  readonly weights: Float32Array
}

/** A rectangle of a level's pixels. */
export interface PixelWindow {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** How the part of a picture that an overlay covers comes out of it. */
export interface TilePlan {
  /** Pixels of the picture to the left of that part, and above it. */
  readonly left: number
  readonly top: number
  readonly level: number
  /** The pixels of that level that it takes. */
  readonly window: PixelWindow
  /** Of the part's columns and rows alone: a map is often some pixels of a picture. */
  readonly columns: Taps
  readonly rows: Taps
}

/** The pixels along one side of a picture: `metresAt(0)` is the outer edge of the first, `metresAt(0.5)` its middle. */
export interface PictureAxis {
  readonly pixels: number
  /** East, or north, in EPSG:3857. */
  readonly metresAt: (pixel: number) => number
}

/** The longer side of the coarsest level that is worked out of a stored one is less than twice this. */
const REDUCED_SIDE = 64

/**
 * A grid with levels beyond the coarsest stored one, where that is one tile: of a map that is some pixels of a picture
 * that tile need not be held and gone through whole.
 */
export function withReducedLevels(grid: OverlayGrid): OverlayGrid {
  const levels = [...grid.levels]
  let level = levels.at(-1)
  if (!level || Math.max(level.width, level.height) > level.tileSide) return grid
  while (Math.max(level.width, level.height) >= 2 * REDUCED_SIDE) {
    const { width, height, tileSide }: OverlayGrid['levels'][number] = level
    level = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), tileSide: tileSide / 2 }
    levels.push(level)
  }
  return { ...grid, levels }
}

/** So much finer than the picture a level may be by rounding alone. */
const ROUNDING = 1e-6

/** As `planPicture`, of a square of `side` pixels over a box. */
export function planTile(grid: OverlayGrid, box: Corners, side: number): TilePlan | undefined {
  const metres = (box.maxX - box.minX) / side
  return planPicture(
    grid,
    { pixels: side, metresAt: (pixel) => box.minX + pixel * metres },
    { pixels: side, metresAt: (pixel) => box.maxY - pixel * metres },
  )
}

/**
 * How a picture comes out of an overlay; undefined where they do not meet. It is read from the coarsest level that is no
 * coarser than the picture, each pixel weighing by how near its middle lies (a triangle as wide as two pixels of the
 * coarser of both grids): what `gdalwarp -r bilinear` does.
 */
export function planPicture(
  grid: OverlayGrid,
  columns: PictureAxis,
  rows: PictureAxis,
): TilePlan | undefined {
  const metres = (columns.metresAt(columns.pixels) - columns.metresAt(0)) / columns.pixels
  const finest = Math.floor(Math.log2((metres * (1 + ROUNDING)) / grid.pixelSize))
  const level = Math.max(0, Math.min(grid.levels.length - 1, finest))
  const size = grid.levels[level]
  if (!size) return undefined
  const pixel = grid.pixelSize * 2 ** level
  const { width, height } = grid.levels[0]!
  // A level ends with a whole pixel, the overlay often within it.
  const ends = { across: width / 2 ** level, down: height / 2 ** level }
  const across = axisTaps(
    columns.pixels,
    (at) => (columns.metresAt(at) - grid.originX) / pixel,
    size.width,
    ends.across,
  )
  const down = axisTaps(
    rows.pixels,
    (at) => (grid.originY - rows.metresAt(at)) / pixel,
    size.height,
    ends.down,
  )
  if (!across || !down) return undefined
  const window = { left: across.first, top: down.first, width: across.length, height: down.length }
  return { left: across.from, top: down.from, level, window, columns: across.taps, rows: down.taps }
}

interface AxisTaps {
  /** First pixel of the picture that lies on the overlay. */
  readonly from: number
  /** First pixel of the level that counts, and how many do. */
  readonly first: number
  readonly length: number
  readonly taps: Taps
}

/**
 * @param positionOf of a pixel of the picture, in pixels of the level
 * @param size pixels of the level
 * @param edge where the overlay ends, in pixels of the level
 */
function axisTaps(
  pixels: number,
  positionOf: (pixel: number) => number,
  size: number,
  edge: number,
): AxisTaps | undefined {
  const isOn = (pixel: number) => {
    const middle = positionOf(pixel + 0.5)
    return middle >= 0 && middle < edge
  }
  let [from, end] = [0, pixels]
  while (from < end && !isOn(from)) from += 1
  while (end > from && !isOn(end - 1)) end -= 1
  if (from === end) return undefined
  const radiusOf = (pixel: number) => Math.max(1, positionOf(pixel + 1) - positionOf(pixel))
  let widest = 1
  for (let pixel = from; pixel < end; pixel += 1) widest = Math.max(widest, radiusOf(pixel))
  // No more than there are: a world that is shown small takes all of the coarsest level.
  const count = Math.min(size, Math.ceil(2 * widest) + 1)
  const starts = new Int32Array(end - from)
  const weights = new Float32Array((end - from) * count)
  let [first, last] = [size, -1]
  for (let at = 0; at < end - from; at += 1) {
    const [middle, radius] = [positionOf(from + at + 0.5), radiusOf(from + at)]
    const start = Math.max(0, Math.ceil(middle - radius - 0.5))
    const stop = Math.min(size - 1, Math.floor(middle + radius - 0.5))
    starts[at] = start
    let sum = 0
    for (let one = start; one <= stop; one++) sum += 1 - Math.abs(one + 0.5 - middle) / radius
    for (let one = start; one <= stop; one++)
      weights[at * count + one - start] = (1 - Math.abs(one + 0.5 - middle) / radius) / sum
    first = Math.min(first, start)
    last = Math.max(last, stop)
  }
  // Into the window.
  for (let at = 0; at < starts.length; at++) starts[at]! -= first
  return { from, first, length: last - first + 1, taps: { starts, count, weights } }
}
