import type { ScanSamples } from './scan-samples.ts'
import type { WarpGrid } from './warp-grid.ts'

/**
 * Where gdalwarp weighs a pixel over more of the scan than its neighbours. It warps an output in chunks that fit in 64 MiB
 * and takes for the scale of each the ratio of its sides to those of the upright box around its source: for a sheet that
 * lies turned it comes out below 1, and the kernel is widened by it as if the sheet were made smaller. (GDAL 3.6:
 * `GDALWarpOperation::CollectChunkListInternal`, `ComputeSourceWindow`, `GDALWarpKernel::PerformWarp`.)
 */

/** What the chunks depend on beside the mapping. */
export interface ChunkSource extends ScanSamples {
  readonly imageSize: readonly [width: number, height: number]
}

/** Image points (px of the scan) of map points (metres), as x, y one after the other. */
type ToImage = (map: Float64Array) => Float64Array

interface Chunk {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One side of the scan's part that a chunk needs, px. */
interface SourceSide {
  /** Of what the kernel reads, its reach included. */
  readonly size: number
  /** Of what lies under the chunk. */
  readonly covered: number
  /** Of what would lie there if the scan had no end, the kernel's reach included. */
  readonly unbounded: number
}

const MEMORY_BYTES = 64 * 1024 * 1024
/** Points along each side of a chunk. */
const STEPS = 21
/** A chunk whose source lies beside the scan for more than half of it is parted further, down to this side. */
const LEAST_FILL = 0.5
const SMALLEST_SIDE = 100
/** Above this share of the scan all of it is read. */
const NEARLY_ALL = 0.9
/** A scale from here on counts as none. */
const PLAIN_FROM = 0.95
/** A reduction within this of a whole number counts as that. */
const WHOLE_WITHIN = 0.05
/** The kernel takes no more; only chunks that the warp tears apart would ask for it. */
const WIDEST = 3

/** @returns `[west, south, east, north, across, down]` for each part, metres and px of the scan; see `setWideRegions` */
export function wideRegions(toImage: ToImage, grid: WarpGrid, source: ChunkSource): number[] {
  const { originX, originY, pixelSize } = grid
  const regions: number[] = []
  const visit = (chunk: Chunk): void => {
    const sides = sourceOf(chunk, toImage, grid, source)
    if (isParted(chunk, sides, source)) {
      for (const half of halvesOf(chunk)) visit(half)
      return
    }
    if (!sides) return
    const [across, down] = [scaleOf(chunk.width, sides[0]), scaleOf(chunk.height, sides[1])]
    if (across >= PLAIN_FROM && down >= PLAIN_FROM) return
    const { x, y, width, height } = chunk
    const [west, north] = [originX + x * pixelSize, originY - y * pixelSize]
    const reach = [across, down].map((scale) => Math.min(Math.max(1, 1 / scale), WIDEST))
    regions.push(west, north - height * pixelSize, west + width * pixelSize, north, ...reach)
  }
  visit({ x: 0, y: 0, width: grid.width, height: grid.height })
  return regions
}

function halvesOf({ x, y, width, height }: Chunk): readonly [Chunk, Chunk] {
  if (width > height) {
    const first = Math.floor(width / 2)
    return [
      { x, y, width: first, height },
      { x: x + first, y, width: width - first, height },
    ]
  }
  const first = Math.floor(height / 2)
  return [
    { x, y, width, height: first },
    { x, y: y + first, width, height: height - first },
  ]
}

function isParted(
  { width, height }: Chunk,
  sides: readonly [SourceSide, SourceSide] | undefined,
  { colours, hasAlpha }: ChunkSource,
): boolean {
  const [across, down] = sides ?? []
  const read = (across?.size ?? 0) * (down?.size ?? 0)
  // A byte a colour on either side, and a float for the density of what has alpha: the output always has.
  const bytes = (colours + (hasAlpha ? 4 : 0)) * read + (colours + 4) * width * height
  if (bytes > MEMORY_BYTES && (width > 2 || height > 2)) return true
  const fill = read / Math.max(1, (across?.unbounded ?? 0) * (down?.unbounded ?? 0))
  return fill > 0 && fill < LEAST_FILL && (width > SMALLEST_SIDE || height > SMALLEST_SIDE)
}

/** What a chunk needs of the scan, seen along its edges; undefined where that lies beside it. */
function sourceOf(
  chunk: Chunk,
  toImage: ToImage,
  { originX, originY, pixelSize }: WarpGrid,
  { imageSize }: ChunkSource,
): readonly [SourceSide, SourceSide] | undefined {
  const { x, y, width, height } = chunk
  const map: number[] = []
  for (let step = 0; step < STEPS; step++) {
    const share = step / (STEPS - 1)
    const [column, row] = [x + share * width, y + share * height]
    for (const [left, top] of [
      [column, y],
      [column, y + height],
      [x, row],
      [x + width, row],
    ] as const)
      map.push(originX + left * pixelSize, originY - top * pixelSize)
  }
  const image = toImage(Float64Array.from(map))
  const side = (axis: 0 | 1, length: number): SourceSide | undefined => {
    const values = image.filter((value, index) => index % 2 === axis && Number.isFinite(value))
    return sourceSide(Math.min(...values), Math.max(...values), imageSize[axis], length)
  }
  const [across, down] = [side(0, width), side(1, height)]
  return across && down && across.size > 0 && down.size > 0 ? [across, down] : undefined
}

/** @param length of the chunk, px of the output */
function sourceSide(low: number, high: number, scan: number, length: number): SourceSide | undefined {
  const [from, to] = [nearlyWhole(low), nearlyWhole(high)]
  if (!(from <= scan && to >= 0)) return undefined
  const scale = Math.max(1e-3, length / (to - from))
  const radius = scale < PLAIN_FROM ? Math.ceil(1 / scale) : 1
  const first = Math.floor(Math.max(0, from))
  const end = Math.min(Math.ceil(to), scan)
  const start = Math.max(0, Math.min(first - radius, scan))
  const size =
    end - first > NEARLY_ALL * scan ? scan : Math.max(0, Math.min(scan - start, end - start + radius))
  return {
    size,
    covered: Math.max(0, Math.min(scan - first, to - from)),
    unbounded: to - from + 2 * radius,
  }
}

function nearlyWhole(value: number): number {
  const whole = Math.round(value)
  return Math.abs(whole - value) < 1e-6 ? whole : value
}

/** Px of the output a px of the scan. */
function scaleOf(length: number, { size, covered }: SourceSide): number {
  if (size >= length && size <= length + (size - covered)) return 1
  const scale = length / covered
  if (scale >= 1) return scale
  const whole = Math.floor(1 / scale + 0.5)
  return Math.abs(1 / scale - whole) < WHOLE_WITHIN ? 1 / whole : scale
}
