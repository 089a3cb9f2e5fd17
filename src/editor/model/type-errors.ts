import { TRANSFORMATION_TYPES } from '../../../contract/control-points.ts'
import type { ControlPoint, TransformationType } from '../../../contract/control-points.ts'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import type { ScanPyramid } from '../../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../../workers/warp/warp-client.ts'
import { warpRequest } from '../../warp/warp-request.ts'
import { settledFit } from './settled-fit.ts'

/** By how much a transformation misses points that it was not given. */
export interface TypeFit {
  readonly type: TransformationType
  /** Root mean square of the leave-one-out errors, px of the scan. */
  readonly px: number
}

/**
 * Fits each transformation that the points suffice for, in a worker of its own, and gives by how much it misses each
 * point that is left out; the best first. Rejects with the signal's reason.
 */
export async function typeErrors(
  points: readonly ControlPoint[],
  projection: string | undefined,
  scan: ScanPyramid,
  signal: AbortSignal,
): Promise<readonly TypeFit[]> {
  const count = points.filter(({ enabled }) => enabled).length
  const session = openWarpSession()
  const errors: TypeFit[] = []
  try {
    for (const type of TRANSFORMATION_TYPES) {
      // One more than it needs: a point is left out.
      if (count <= minimumPoints(type)) continue
      const fit = await settledFit(session, warpRequest(points, { type, projection }, scan, false), signal)
      const px = fit?.accuracy.leaveOneOutRmsePx ?? NaN
      if (Number.isFinite(px)) errors.push({ type, px })
    }
  } finally {
    session.close()
  }
  return errors.toSorted((a, b) => a.px - b.px)
}

/** As good as the best one: what lies between is chance. */
const ABOUT_AS_GOOD = 1.1

/** Whether the chosen transformation is about as good as the best. @param errors - the best first */
export function isAsGoodAsAny(errors: readonly TypeFit[], chosen: TransformationType): boolean {
  const [best] = errors
  const own = errors.find(({ type }) => type === chosen)
  return best !== undefined && own !== undefined && own.px <= best.px * ABOUT_AS_GOOD
}
