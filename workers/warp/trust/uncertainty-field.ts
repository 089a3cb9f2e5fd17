import { uncertaintyOf } from '../../../contract/uncertainty/uncertainty.ts'
import { radiiAt } from '../../../contract/uncertainty/uncertainty-grid.ts'
import type { WarpModel } from '../../../wasm-tps/pkg/wasm_tps.js'
import { accuracyOf } from '../describe-fit.ts'
import type { UncertaintyField, WarpRequest } from '../warp-api.ts'

/** How far off places of the scan may be; null where there are too few points to say. */
export function uncertaintyField(
  model: WarpModel,
  { type, gcps, scan }: WarpRequest,
  columns: number,
): UncertaintyField | null {
  const map = gcps.filter((_, at) => at % 4 > 1)
  const uncertainty = uncertaintyOf({ type, map, leaveOneOutMetres: accuracyOf(model).leaveOneOutMetres })
  if (!uncertainty) return null
  const grid = model.distortion(scan.width, scan.height, columns)
  const mapPoints = grid.mapPoints()
  const field = {
    columns: grid.cols,
    rows: grid.rows,
    mapPoints,
    radiusMetres: radiiAt(uncertainty, mapPoints),
  }
  grid.free()
  return field
}
