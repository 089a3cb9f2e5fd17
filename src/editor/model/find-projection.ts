import type { ControlPoint } from '../../../contract/control-points.ts'
import { MEANINGFUL_POINTS } from '../../../contract/control-points.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import {
  type PlausibleProjection,
  plausibleProjections,
} from '../../../gcp-files/map-plane/plausible-projections.ts'
import type { ScanPyramid } from '../../../workers/warp/warp-api.ts'
import { openWarpSession } from '../../../workers/warp/warp-client.ts'
import { warpRequest } from '../../warp/warp-request.ts'
import { settledFit } from './settled-fit.ts'

/** What was found: `tooFew` points to say, no gain that is more than chance, or a projection that fits better. */
export type ProjectionAnswer =
  | { readonly kind: 'tooFew'; readonly needed: number }
  | { readonly kind: 'noGain'; readonly standardPx: number }
  | {
      readonly kind: 'better'
      readonly projection: PlausibleProjection
      /** By how much an affine transformation misses points that it was not given, px (root mean square). */
      readonly px: number
      readonly standardPx: number
    }

/**
 * Looks which of the plausible projections the points are drawn in: in each an affine transformation is fitted, which
 * bends nothing itself, and every point left out of it in turn. Rejects with the signal's reason.
 */
export async function findProjection(
  points: readonly ControlPoint[],
  scan: ScanPyramid,
  signal: AbortSignal,
): Promise<ProjectionAnswer> {
  const enabled = points.filter((point) => point.enabled)
  if (enabled.length < MEANINGFUL_POINTS) return { kind: 'tooFew', needed: MEANINGFUL_POINTS }
  const session = openWarpSession()
  const errorsIn = async (projection?: string) => {
    const fit = await settledFit(
      session,
      warpRequest(enabled, { type: 'Affine', projection }, scan, false),
      signal,
    )
    return fit ? squaresOf(fit.accuracy.leaveOneOut) : null
  }
  try {
    const standard = await errorsIn()
    if (!standard) return { kind: 'tooFew', needed: MEANINGFUL_POINTS }
    const tried: { projection: PlausibleProjection; squares: readonly number[] }[] = []
    for (const projection of plausibleProjections(enabled.map(({ map }) => lonLatOf(map)))) {
      const squares = await errorsIn(projection.text)
      if (squares) tried.push({ projection, squares })
    }
    const [best] = tried.toSorted((a, b) => rootMean(a.squares) - rootMean(b.squares))
    const standardPx = rootMean(standard)
    if (!best || !isClearGain(standard, best.squares)) return { kind: 'noGain', standardPx }
    return { kind: 'better', projection: best.projection, px: rootMean(best.squares), standardPx }
  } finally {
    session.close()
  }
}

const squaresOf = (vectors: Float64Array): number[] =>
  Array.from(
    { length: vectors.length / 2 },
    (_, at) => (vectors[2 * at] ?? NaN) ** 2 + (vectors[2 * at + 1] ?? NaN) ** 2,
  )

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const rootMean = (squares: readonly number[]): number => Math.sqrt(mean(squares))

/** A gain under a tenth is none, whatever its reason. */
const LEAST_GAIN = 0.9
/** Standard errors that the gain must lie above zero: the best of nine is above one by chance alone. */
const CLEAR = 2.5

/**
 * Whether the errors of one fit are smaller than those of another by more than chance: the mean difference of their
 * squares, point by point, against how much it varies from point to point.
 */
export function isClearGain(before: readonly number[], after: readonly number[]): boolean {
  if (!(rootMean(after) <= LEAST_GAIN * rootMean(before))) return false
  const gains = before.map((square, at) => square - (after[at] ?? NaN))
  const gain = mean(gains)
  const spread = Math.sqrt(mean(gains.map((one) => (one - gain) ** 2)) / (gains.length - 1))
  return gain > CLEAR * spread
}
