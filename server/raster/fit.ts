import type { TransformationType } from '../../contract/control-points.ts'
import type { RasterWarning } from './raster-warning.ts'
import type { WarpGcp } from './warp-to-cog.ts'
import { fitInKernel } from './kernel.ts'

export interface FitRequest {
  /** Enabled points only. */
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: TransformationType
  /** Size of the upright scan in pixels. */
  readonly imageSize: readonly [width: number, height: number]
}

export interface FitReport {
  /** Outline of the map: closed rings in EPSG:3857 metres, the first point not repeated. */
  readonly footprint: readonly (readonly (readonly [x: number, y: number])[])[]
  /** minX, minY, maxX, maxY of the footprint in EPSG:3857 metres. */
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number]
  readonly warnings: readonly RasterWarning[]
}

/**
 * The cheap check before a job is queued: fits the model in this process (milliseconds, 500 points at most) and
 * outlines what it covers.
 *
 * @throws RasterError `insufficientControlPoints`, `duplicateControlPoints`, `collinearControlPoints`,
 *   `matrixTransformationFailed`, `controlPointConflict`, `controlPointNotFinite`, `controlPointOutOfWorld`,
 *   `tooManyControlPoints`, `pointsTooFarApart`, `emptyFootprint`
 */
export function fitControlPoints(request: FitRequest): Promise<FitReport> {
  return fitInKernel(request)
}
