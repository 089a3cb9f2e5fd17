import { TRANSFORMATION_TYPES } from '../../../contract/control-points.ts'
import type { ControlPoint, TransformationType } from '../../../contract/control-points.ts'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import type { ScanPyramid } from '../../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../../workers/warp/warp-client.ts'
import type { WarpSession } from '../../../workers/warp/warp-client.ts'
import { warpRequest } from '../../warp/warp-request.ts'

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
      session.setRequest(warpRequest(points, type, scan, false))
      const px = await leaveOneOutOf(session, type, signal)
      if (Number.isFinite(px)) errors.push({ type, px })
    }
  } finally {
    session.close()
  }
  return errors.toSorted((a, b) => a.px - b.px)
}

/** NaN where the transformation cannot be made of the points. */
async function leaveOneOutOf(
  session: WarpSession,
  type: TransformationType,
  signal: AbortSignal,
): Promise<number> {
  return await new Promise<number>((resolve, reject) => {
    const look = () => {
      const { busy, fit, failure } = session.snapshot()
      if (busy || (!failure && fit?.type !== type)) return
      stop()
      resolve(failure ? NaN : (fit?.accuracy.leaveOneOutRmsePx ?? NaN))
    }
    const stopListening = session.subscribe(look)
    const giveUp = () => {
      stop()
      reject(signal.reason as Error)
    }
    const stop = () => {
      stopListening()
      signal.removeEventListener('abort', giveUp)
    }
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else look()
  })
}

/** As good as the best one: what lies between is chance. */
const ABOUT_AS_GOOD = 1.1

/** Whether the chosen transformation is about as good as the best. @param errors - the best first */
export function isAsGoodAsAny(errors: readonly TypeFit[], chosen: TransformationType): boolean {
  const [best] = errors
  const own = errors.find(({ type }) => type === chosen)
  return best !== undefined && own !== undefined && own.px <= best.px * ABOUT_AS_GOOD
}
