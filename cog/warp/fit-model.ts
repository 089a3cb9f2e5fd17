import type * as Kernel from '../../wasm-tps/pkg/wasm_tps.d.ts'
import type { MaskRing, TransformationType } from '../../contract/control-points.ts'
import { isFitErrorCode } from '../../contract/api/raster-failures.ts'
import type { PlaneLattice } from '../../gcp-files/map-plane/plane-lattice.ts'
import type { WarpGcp } from '../file/cog-content.ts'
import { RasterError } from '../raster-error.ts'
import type { RasterWarning, RasterWarningCode } from '../raster-warning.ts'
import { cropOutline } from './crop-outline.ts'
import { mapLattice } from './map-lattice.ts'
import { boundsAround, gridWindow, type MapBounds, type WarpGrid, warpGrid } from './warp-grid.ts'

/** The kernel's classes, loaded by whoever asks. */
export type KernelModule = typeof Kernel

/** What a model is fitted by. */
export interface ModelRequest {
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
}

/**
 * Closed rings in EPSG:3857 metres, the first point not repeated: of one polygon or several, outer rings anticlockwise,
 * holes clockwise.
 */
export type Outline = readonly (readonly (readonly [x: number, y: number])[])[]

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
  { gcps, imageSize, transformationType, mask = [] }: ModelRequest,
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

/**
 * Fits the model and floods its footprint.
 *
 * @throws RasterError `insufficientControlPoints`, `duplicateControlPoints`, `collinearControlPoints`,
 *   `matrixTransformationFailed`, `controlPointConflict`, `controlPointNotFinite`, `controlPointOutOfWorld`,
 *   `tooManyControlPoints`, `pointsTooFarApart`, `controlPointOutsideProjection`, `projectionUnusable`, `emptyFootprint`.
 *   `details.points` names the points meant by their numbers as shown (index + 1).
 */
export async function fittedModel(kernel: KernelModule, request: ModelRequest): Promise<FittedModel> {
  const { transformationType, projection, imageSize } = request
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

/** `[imageX, imageY, mapX, mapY] * n`, as the kernel takes them. */
export function flatGcps(gcps: readonly WarpGcp[]): Float64Array {
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
export function fitWarnings(
  model: Kernel.WarpModel,
  { imageSize }: Pick<ModelRequest, 'imageSize'>,
): RasterWarning[] {
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
export function orRasterError<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !isFitErrorCode(error.code)) throw error
    const indices = 'indices' in error ? [...(error.indices as Iterable<number>)] : []
    const points = indices.map((index) => index + 1).join(', ')
    throw new RasterError(error.code, points === '' ? {} : { points }, { cause: error })
  }
}
