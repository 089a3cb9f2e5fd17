import type { Footprint, Polygons, WarpModel } from '../../wasm-tps/pkg/wasm_tps.js'
import { suspectsOf } from './trust/suspects.ts'
import type { Rings, WarpAccuracy, WarpFit, WarpRequest, WarpWarning } from './warp-api.ts'

/** All that the fit says of itself. */
export function describeFit(
  model: WarpModel,
  footprint: Footprint,
  request: WarpRequest,
  revision: number,
): WarpFit {
  const { width, height } = request.scan
  const folds = ringsOf(model.folds(width, height))
  const warnings: WarpWarning[] = [...model.warnings()]
  if (folds.ringEnds.length > 0) warnings.push('folds')
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = footprint.bbox()
  return {
    revision,
    type: request.type,
    pointCount: model.pointCount,
    uniqueCount: model.uniqueCount,
    warnings,
    accuracy: { ...accuracyOf(model), suspects: suspectsOf(request.gcps) },
    outline: ringsOf(footprint.outline()),
    bounds: [minX, minY, maxX, maxY],
    folds,
  }
}

/** What the fit says about its points, apart from which are suspect. */
export function accuracyOf(model: WarpModel): Omit<WarpAccuracy, 'suspects'> {
  const leaveOneOut = model.leaveOneOut()
  const groundMetresPerPixel = model.groundMetresPerPixel()
  return {
    residuals: model.residuals(),
    rmsePx: model.rmse(),
    leaveOneOut,
    leaveOneOutRmsePx: model.leaveOneOutRmse(),
    groundMetresPerPixel,
    leaveOneOutMetres: groundMetresPerPixel.map(
      (metres, point) =>
        metres * Math.hypot(leaveOneOut[2 * point] ?? NaN, leaveOneOut[2 * point + 1] ?? NaN),
    ),
  }
}

function ringsOf(polygons: Polygons): Rings {
  const rings = { coordinates: polygons.coordinates(), ringEnds: polygons.ringEnds() }
  polygons.free()
  return rings
}
