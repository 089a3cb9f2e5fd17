import type * as Kernel from '../../../wasm-tps/pkg/wasm_tps.d.ts'
import { type MaskRing, MEANINGFUL_POINTS } from '../../../contract/control-points.ts'
import type { UncertaintySummary } from '../../../contract/uncertainty/uncertainty-grid.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'
import {
  fittedModel,
  type FittedModel,
  fitWarnings,
  flatGcps,
  type ModelRequest,
  orRasterError,
  type Outline,
  shownOf,
} from '../../../cog/warp/fit-model.ts'
import { loadKernel } from './kernel.ts'
import { mapUncertainty } from '../../../cog/warp/uncertainty.ts'
import type { MapBounds } from '../../../cog/warp/warp-grid.ts'

/** What is fitted, and what is told of it. */
export interface FitRequest extends ModelRequest {
  /**
   * Whether to tell the typical error and the uncertainty as well, of what a crop leaves (none leaves all); it costs as
   * much again.
   */
  readonly judged?: { readonly crop: readonly MaskRing[] }
}

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

/** `fittedModel` by this thread's kernel. */
export async function fitModel(request: ModelRequest): Promise<FittedModel> {
  return fittedModel(await loadKernel(), request)
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
