import type * as Kernel from '../../wasm-tps/pkg/wasm_tps.d.ts'
import type { MaskRing, TransformationType } from '../../contract/control-points.ts'
import { uncertaintyOf } from '../../contract/uncertainty/uncertainty.ts'
import {
  radiiAt,
  summaryOf,
  UNCERTAINTY_COLUMNS,
  type UncertaintySummary,
} from '../../contract/uncertainty/uncertainty-grid.ts'
import type { WarpGcp } from '../file/cog-content.ts'

interface FittedMap {
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: TransformationType
  /** Size of the upright scan in pixels. */
  readonly imageSize: readonly [width: number, height: number]
  /** What a crop leaves; none leaves all. */
  readonly mask: readonly MaskRing[]
}

/** How far off the places of a fitted map may be; null where there are too few points to say. */
export function mapUncertainty(
  model: Kernel.WarpModel,
  { gcps, transformationType, imageSize, mask }: FittedMap,
): UncertaintySummary | null {
  const errors = model.leaveOneOut()
  const uncertainty = uncertaintyOf({
    type: transformationType,
    map: gcps.flatMap(({ map }) => map),
    leaveOneOutMetres: model
      .groundMetresPerPixel()
      .map((metres, at) => metres * Math.hypot(errors[2 * at] ?? NaN, errors[2 * at + 1] ?? NaN)),
  })
  if (!uncertainty) return null
  const [width, height] = imageSize
  const grid = model.distortion(width, height, UNCERTAINTY_COLUMNS)
  const radiusMetres = radiiAt(uncertainty, grid.mapPoints())
  const { cols, rows } = grid
  grid.free()
  return summaryOf({ columns: cols, rows, radiusMetres }, { width, height }, mask)
}
