import type * as Kernel from '../../../wasm-tps/pkg/wasm_tps.d.ts'
import {
  type MaskRing,
  MEANINGFUL_POINTS,
  type TransformationType,
} from '../../../contract/control-points.ts'
import type { UncertaintySummary } from '../../../contract/uncertainty/uncertainty-grid.ts'
import { cropOutline } from './crop-outline.ts'
import { loadKernel } from './kernel.ts'
import type { KernelModule } from './kernel.ts'
import { RasterError } from '../raster-error.ts'
import type { PlaneLattice } from '../../../gcp-files/map-plane/plane-lattice.ts'
import { mapLattice } from './map-lattice.ts'
import { isFitErrorCode } from '../../../contract/api/raster-failures.ts'
import type { RasterWarning, RasterWarningCode } from '../raster-warning.ts'
import { mapUncertainty } from './uncertainty.ts'
import type { WarpGcp } from '../cog/cog-content.ts'
import { boundsAround, gridWindow, type MapBounds, type WarpGrid, warpGrid } from './warp-grid.ts'

export interface FitRequest {
  /** Enabled points only. */
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: TransformationType
  /** The projection that the map is drawn in and fitted in, as a text; absent: EPSG:3857. */
  readonly projection?: string
  /** The way into its plane, where it is known already. */
  readonly mapLattice?: PlaneLattice
  /** Size of the upright scan in pixels. */
  readonly imageSize: readonly [width: number, height: number]
  /** The crop (even-odd), where there is one; each ring has three corners or more. */
  readonly mask?: readonly MaskRing[]
  /**
   * Whether to tell the typical error and the uncertainty as well, of what a crop leaves (none leaves all); it costs as
   * much again.
   */
  readonly judged?: { readonly crop: readonly MaskRing[] }
}

/**
 * Closed rings in EPSG:3857 metres, the first point not repeated: of one polygon or several, outer rings anticlockwise,
 * holes clockwise.
 */
export type Outline = readonly (readonly (readonly [x: number, y: number])[])[]

export interface FitReport {
  /** Outline of what is shown of the map. */
  readonly footprint: Outline
  /** Bounds of the footprint. */
  readonly bounds: MapBounds
  /** Of the file that a warp at the scan's resolution makes. */
  readonly overlayPixels: number
  readonly warnings: readonly RasterWarning[]
  /** Null where there are too few points to tell, absent where it was not asked for. */
  readonly typicalError?: TypicalError | null
}

/** Medians over the points, each left out of the fit in its turn: on the scan and on the ground. */
export interface TypicalError {
  readonly pixels: number
  readonly metres: number
  /** How far off nine of ten places are at the most; null where the points are too few to say. */
  readonly uncertainty: UncertaintySummary | null
}

/**
 * The check before a job is queued: fits the model in this thread (some 0.3 s at 2,000 points) and
 * outlines what it covers.
 *
 * @throws RasterError `insufficientControlPoints`, `duplicateControlPoints`, `collinearControlPoints`,
 *   `matrixTransformationFailed`, `controlPointConflict`, `controlPointNotFinite`, `controlPointOutOfWorld`,
 *   `tooManyControlPoints`, `pointsTooFarApart`, `controlPointOutsideProjection`, `projectionUnusable`, `emptyFootprint`, `invalidMask` where it leaves nothing of the scan.
 *   `details.points` names the points meant by their numbers as shown (index + 1).
 */
export async function fitControlPoints(request: FitRequest): Promise<FitReport> {
  const fitted = await fitModel(request)
  try {
    const { outline, bounds, grid } = shownOf(fitted, request)
    return {
      footprint: outline,
      bounds,
      overlayPixels: grid.width * grid.height,
      warnings: fitWarnings(fitted.model, request),
      ...(request.judged && { typicalError: typicalErrorOf(fitted.model, request, request.judged.crop) }),
    }
  } finally {
    fitted.footprint.free()
    fitted.model.free()
  }
}

/** Pixels of a scan whose places are asked for. */
export interface PlaceRequest extends Pick<FitRequest, 'gcps' | 'transformationType'> {
  /** [x0, y0, x1, y1, …] */
  readonly pixels: Float64Array
}

/**
 * Where pixels of a scan lie by its control points, in EPSG:3857 metres [x0, y0, x1, …]; NaN where nowhere.
 *
 * @throws RasterError as `fitControlPoints` of points that no model can be fitted to
 */
export async function placePixels({ gcps, transformationType, pixels }: PlaceRequest): Promise<Float64Array> {
  const kernel = await loadKernel()
  const model = orRasterError(() => new kernel.WarpModel(transformationType, flatGcps(gcps)))
  try {
    return model.imageToMap(pixels)
  } finally {
    model.free()
  }
}

/** What is shown of a map, and where the published file has its pixels. */
export interface ShownMap {
  readonly outline: Outline
  /** Bounds of the outline. */
  readonly bounds: MapBounds
  /** The pixels of the whole sheet. */
  readonly sheetGrid: WarpGrid
  /** Those of them that hold the outline; the same where there is no crop. */
  readonly grid: WarpGrid
}

/** @throws RasterError `invalidMask`, `horizonInScan` */
export function shownOf(
  fitted: FittedModel,
  { gcps, imageSize, transformationType, mask = [] }: FitRequest,
): ShownMap {
  const { model, footprint } = fitted
  if (
    transformationType === 'Projective' &&
    crossesHorizon(model, mask.length > 0 ? mask : [cornersOf(imageSize)])
  )
    throw new RasterError('horizonInScan')
  const sheetBounds = boundsOf(footprint)
  const sheetGrid = warpGrid(model, gcps, sheetBounds, imageSize)
  if (mask.length === 0)
    return { outline: outlineOf(footprint), bounds: sheetBounds, sheetGrid, grid: sheetGrid }
  const outline = cropOutline(fitted, mask, imageSize)
  if (outline.length === 0) throw new RasterError('invalidMask')
  const bounds = boundsAround(outline)
  return { outline, bounds, sheetGrid, grid: gridWindow(sheetGrid, bounds) }
}

const cornersOf = ([width, height]: readonly [number, number]): MaskRing => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
]

/**
 * Whether a projective transformation sends a line within an outline to infinity. Along an edge that it crosses, the
 * middle does not come to lie between the ends.
 */
function crossesHorizon(model: Kernel.WarpModel, rings: readonly MaskRing[]): boolean {
  const edges = rings.flatMap((ring) =>
    ring.map((from, at) => [from, ring[(at + 1) % ring.length] ?? from] as const),
  )
  const images = edges.flatMap(([from, to]) => [...from, ...to, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
  const map = model.imageToMap(Float64Array.from(images))
  return edges.some((_, index) => {
    const [ax = NaN, ay = NaN, bx = NaN, by = NaN, mx = NaN, my = NaN] = map.subarray(
      6 * index,
      6 * index + 6,
    )
    const length = (bx - ax) ** 2 + (by - ay) ** 2
    const share = ((mx - ax) * (bx - ax) + (my - ay) * (by - ay)) / length
    return length > 0 ? !(share > 0 && share < 1) : Number.isNaN(length)
  })
}

/** A model and its footprint in WASM memory; the caller frees both. */
export interface FittedModel {
  readonly kernel: KernelModule
  readonly model: Kernel.WarpModel
  readonly footprint: Kernel.Footprint
  /** The way into the plane that it was fitted in, where that is not EPSG:3857. */
  readonly mapLattice?: PlaneLattice
}

/** Fits the model and floods its footprint. @throws RasterError as `fitControlPoints`. */
export async function fitModel(request: FitRequest): Promise<FittedModel> {
  const { transformationType, projection, imageSize } = request
  const kernel = await loadKernel()
  const gcps = flatGcps(request.gcps)
  const lattice =
    request.mapLattice ??
    (projection === undefined ? undefined : await mapLattice({ projection, gcps, imageSize }))
  const model = orRasterError(() => {
    if (!lattice) return new kernel.WarpModel(transformationType, gcps)
    const { originX, originY, step, columns, places } = lattice
    return kernel.WarpModel.inPlane(transformationType, gcps, originX, originY, step, columns, places)
  })
  try {
    const footprint = orRasterError(() => model.footprint(...imageSize))
    if (footprint.outline().ringEnds().length > 0)
      return { kernel, model, footprint, ...(lattice && { mapLattice: lattice }) }
    footprint.free()
    throw new RasterError('emptyFootprint')
  } catch (error) {
    model.free()
    throw error
  }
}

function typicalErrorOf(
  model: Kernel.WarpModel,
  request: FitRequest,
  mask: readonly MaskRing[],
): TypicalError | null {
  if (model.uniqueCount < MEANINGFUL_POINTS) return null
  const [vectors, ground] = [model.leaveOneOut(), model.groundMetresPerPixel()]
  const errors = [...ground].map((metresPerPixel, index) => {
    const pixels = Math.hypot(vectors[2 * index] ?? NaN, vectors[2 * index + 1] ?? NaN)
    return { pixels, metres: pixels * metresPerPixel }
  })
  const known = errors.filter(({ metres }) => Number.isFinite(metres))
  if (known.length === 0) return null
  return {
    pixels: median(known.map(({ pixels }) => pixels)),
    metres: median(known.map(({ metres }) => metres)),
    uncertainty: mapUncertainty(model, { ...request, mask }),
  }
}

/** @param values at least one */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}

/** `[imageX, imageY, mapX, mapY] * n`, as the kernel takes them. */
function flatGcps(gcps: readonly WarpGcp[]): Float64Array {
  return Float64Array.from(gcps.flatMap(({ image, map }) => [...image, ...map]))
}

/** Of the whole sheet. */
export function outlineOf(footprint: Kernel.Footprint): Outline {
  const polygons = footprint.outline()
  const coordinates = polygons.coordinates()
  const ends = polygons.ringEnds()
  polygons.free()
  const rings: [number, number][][] = []
  let start = 0
  for (const end of ends) {
    const ring: [number, number][] = []
    for (let at = start; at < end; at++)
      ring.push([coordinates[2 * at] ?? NaN, coordinates[2 * at + 1] ?? NaN])
    rings.push(ring)
    start = end
  }
  return rings
}

function boundsOf(footprint: Kernel.Footprint): MapBounds {
  const [minX = NaN, minY = NaN, maxX = NaN, maxY = NaN] = footprint.bbox()
  return [minX, minY, maxX, maxY]
}

const WARNINGS: Readonly<Partial<Record<Kernel.WarpWarning, RasterWarningCode>>> = {
  nearCollinear: 'nearlyCollinear',
  duplicatesIgnored: 'duplicatesIgnored',
}

/** What the kernel noticed of a fitted model, including folds within the scan. */
export function fitWarnings(model: Kernel.WarpModel, { imageSize }: FitRequest): RasterWarning[] {
  const warnings: RasterWarning[] = []
  for (const warning of model.warnings()) {
    const code = WARNINGS[warning]
    const count = model.pointCount - model.uniqueCount
    if (code) warnings.push(code === 'duplicatesIgnored' ? { code, details: { count } } : { code })
  }
  const folds = model.folds(...imageSize)
  if (folds.ringEnds().length > 0) warnings.push({ code: 'folds' })
  folds.free()
  return warnings
}

/** What the kernel says of the points as ours; anything else (a trap, a wrong argument) passes through. */
function orRasterError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !isFitErrorCode(error.code)) throw error
    const indices = 'indices' in error ? [...(error.indices as Iterable<number>)] : []
    const points = indices.map((index) => index + 1).join(', ')
    throw new RasterError(error.code, points === '' ? {} : { points }, { cause: error })
  }
}
