import type { WarpModel } from '../../wasm-tps/pkg/wasm_tps.d.ts'
import type { WarpGcp } from '../file/cog-content.ts'
import type { Outline } from './fit-model.ts'
import type { OutputPlane } from './output-plane.ts'

/** minX, minY, maxX, maxY in EPSG:3857 metres, or in the units of the file's system. */
export type MapBounds = readonly [minX: number, minY: number, maxX: number, maxY: number]

/** North-up grid of the published file: square pixels from the north-west corner, in the units of its system. */
export interface WarpGrid {
  readonly originX: number
  readonly originY: number
  readonly pixelSize: number
  readonly width: number
  readonly height: number
  /** How much coarser the pixels are than they should be; 1 when nothing was lowered. */
  readonly loweredBy: number
}

/** More pixels than this many times the scan's lower the resolution. */
const MAX_PIXEL_RATIO = 4

/**
 * The grid that keeps the scan's resolution: a pixel is as large as the scan's are at the control points (median). For
 * an undistorted sheet that is what gdalwarp chooses (its diagonal keeps its number of pixels), but where corners run
 * wild or the sheet lies turned, the bounds say nothing of the map itself.
 *
 * @param bounds of the footprint, in the file's system
 * @param plane of the file's system, where that is not EPSG:3857
 */
export function warpGrid(
  model: WarpModel,
  gcps: readonly WarpGcp[],
  [minX, minY, maxX, maxY]: MapBounds,
  [scanWidth, scanHeight]: readonly [width: number, height: number],
  plane?: OutputPlane,
): WarpGrid {
  const [across, up] = [maxX - minX, maxY - minY]
  const ideal =
    medianPixelSize(model, gcps, plane) ?? Math.hypot(across, up) / Math.hypot(scanWidth, scanHeight)
  const pixels = (across / ideal) * (up / ideal)
  const loweredBy = Math.max(1, Math.sqrt(pixels / (MAX_PIXEL_RATIO * scanWidth * scanHeight)))
  const pixelSize = ideal * loweredBy
  const count = (length: number): number => Math.max(1, Math.round(length / pixelSize))
  return { originX: minX, originY: maxY, pixelSize, width: count(across), height: count(up), loweredBy }
}

/** What the outline of a crop may be off, in pixels: so much more than its bounds is kept. */
const OUTLINE_PX = 0.25

/** The part of a grid that holds what is shown of the sheet: whole pixels of the same grid, none beyond it. */
export function gridWindow(grid: WarpGrid, [minX, minY, maxX, maxY]: MapBounds): WarpGrid {
  const { originX, originY, pixelSize } = grid
  const range = (from: number, to: number, count: number): [first: number, length: number] => {
    const first = Math.min(count - 1, Math.max(0, Math.floor(from / pixelSize - OUTLINE_PX)))
    return [first, Math.max(first + 1, Math.min(count, Math.ceil(to / pixelSize + OUTLINE_PX))) - first]
  }
  const [left, width] = range(minX - originX, maxX - originX, grid.width)
  const [top, height] = range(originY - maxY, originY - minY, grid.height)
  return { ...grid, originX: originX + left * pixelSize, originY: originY - top * pixelSize, width, height }
}

/** Units of the file's system a scan pixel; undefined where no control point has a usable neighbourhood. */
function medianPixelSize(
  model: WarpModel,
  gcps: readonly WarpGcp[],
  plane: OutputPlane | undefined,
): number | undefined {
  const derivatives = model.jacobians(Float64Array.from(gcps.flatMap(({ map }) => [...map])))
  const sizes = gcps.flatMap(({ map }, index) => {
    const [a = NaN, b = NaN, c = NaN, d = NaN] = derivatives.subarray(4 * index, 4 * index + 4)
    // Determinant: square pixels of the scan a square metre.
    const metres = 1 / Math.sqrt(Math.abs(a * d - b * c))
    const size = plane ? metres * unitsPerMetre(plane, map, metres) : metres
    return Number.isFinite(size) && size > 0 ? [size] : []
  })
  sizes.sort((one, other) => one - other)
  return sizes[sizes.length >> 1]
}

/** Units of a plane a metre of EPSG:3857 around a place. @param reach metres to each side that are looked at */
function unitsPerMetre(plane: OutputPlane, [x, y]: WarpGcp['map'], reach: number): number {
  const [east, west] = [plane.fromMap([x + reach, y]), plane.fromMap([x - reach, y])]
  const [north, south] = [plane.fromMap([x, y + reach]), plane.fromMap([x, y - reach])]
  const determinant =
    (east[0] - west[0]) * (north[1] - south[1]) - (east[1] - west[1]) * (north[0] - south[0])
  return Math.sqrt(Math.abs(determinant)) / (2 * reach)
}

/** Bounds of an outline, in its own units. */
export function boundsAround(outline: Outline): MapBounds {
  const around = (axis: 0 | 1, most: (one: number, other: number) => number) =>
    outline.flat().reduce((edge, point) => most(edge, point[axis]), outline[0]?.[0]?.[axis] ?? NaN)
  return [around(0, Math.min), around(1, Math.min), around(0, Math.max), around(1, Math.max)]
}
