import { MEANINGFUL_POINTS, type ControlPoint } from '../../../contract/control-points.ts'
import type { Suspect } from '../../../workers/warp/warp-api.ts'

/** What the fit says of the points that were fitted, in their order. */
export interface FitQuality {
  /** Predicted minus given image point with the point itself left out: `[dx, dy] * n` in px; NaN where unknown. */
  readonly leaveOneOut: Float64Array
  /** Predicted minus given image point: `[dx, dy] * n` in px. Zero for TPS. */
  readonly residuals: Float64Array
  /** Ground metres per image pixel at each point, length n. */
  readonly groundMetresPerPixel: Float64Array
  /** Suspected blunders, worst first. */
  readonly suspects: readonly Suspect[]
}

/**
 * A suspect is worth a look from here on: by chance one point in a hundred thousand lies so far from where its neighbours
 * put it. Real maps bend less evenly than chance, so that about one point in a thousand of theirs is named.
 */
export const SUSPECT_SCORE = 5

/** One row of the accuracy table. Errors are null for points that are switched off or not fitted. */
export interface AccuracyRow {
  readonly point: ControlPoint
  readonly number: number
  /** Length of the leave-one-out error in image px. */
  readonly errorPx: number | null
  /** The same in ground metres. */
  readonly errorMetres: number | null
  /** Length of the plain residual in image px. */
  readonly residualPx: number | null
  readonly suspect: boolean
  /** Why it is a suspect; null where it is none. */
  readonly reason: Suspect | null
}

/** Rows in the order of the points. `fittedIds` are the points of `quality`, in its order. */
export function accuracyRows(
  points: readonly ControlPoint[],
  fittedIds: readonly string[],
  quality: FitQuality | null,
): AccuracyRow[] {
  const indexOf = new Map(fittedIds.map((id, index) => [id, index]))
  const suspects = suspectsByIndex(fittedIds.length >= MEANINGFUL_POINTS ? (quality?.suspects ?? []) : [])
  return points.map((point, at) => {
    const index = point.enabled ? indexOf.get(point.id) : undefined
    const none = { errorPx: null, errorMetres: null, residualPx: null, suspect: false, reason: null }
    const bare = { point, number: at + 1, ...none }
    if (!quality || index === undefined) return bare
    const errorPx = lengthAt(quality.leaveOneOut, index)
    const reason = suspects.get(index) ?? null
    const metresPerPixel = quality.groundMetresPerPixel[index]
    return {
      ...bare,
      errorPx,
      errorMetres: errorPx === null || metresPerPixel === undefined ? null : errorPx * metresPerPixel,
      residualPx: lengthAt(quality.residuals, index),
      suspect: reason !== null,
      reason,
    }
  })
}

function suspectsByIndex(suspects: readonly Suspect[]): ReadonlyMap<number, Suspect> {
  const named = suspects.filter(({ score }) => score >= SUSPECT_SCORE)
  return new Map(named.map((suspect) => [suspect.index, suspect]))
}

/** The rows of the points to check, the most suspicious first. */
export function bySuspicion(rows: readonly AccuracyRow[]): AccuracyRow[] {
  return rows
    .filter(({ suspect }) => suspect)
    .toSorted((a, b) => (b.reason?.score ?? 0) - (a.reason?.score ?? 0) || a.number - b.number)
}

function lengthAt(vectors: Float64Array, index: number): number | null {
  const length = Math.hypot(vectors[2 * index] ?? Number.NaN, vectors[2 * index + 1] ?? Number.NaN)
  return Number.isFinite(length) ? length : null
}

/** Worst first; points without an error last, by number. */
export function byError(rows: readonly AccuracyRow[]): AccuracyRow[] {
  return rows.toSorted((a, b) => (b.errorPx ?? -1) - (a.errorPx ?? -1) || a.number - b.number)
}

export interface AccuracySummary {
  readonly pointCount: number
  /** Points that are switched on. */
  readonly usedCount: number
  /** Median of the errors: what to expect between the points. Null while unknown. */
  readonly typicalPx: number | null
  readonly typicalMetres: number | null
  /** Root mean square of the leave-one-out errors. */
  readonly looRmsePx: number | null
  readonly looRmseMetres: number | null
  /** Root mean square of the plain residuals. */
  readonly rmsePx: number | null
  /** The point with the largest error; null while none is known. */
  readonly worst: { readonly id: string; readonly number: number; readonly errorPx: number } | null
  /** Numbers of the points to check, worst first. */
  readonly toCheck: readonly number[]
  /** Points still missing until the errors mean much; 0 when there are enough. */
  readonly missing: number
}

export function summarise(rows: readonly AccuracyRow[]): AccuracySummary {
  const enabled = rows.filter(({ point }) => point.enabled)
  const errors = enabled.map(({ errorPx }) => errorPx).filter((error) => error !== null)
  const metres = enabled.map(({ errorMetres }) => errorMetres).filter((error) => error !== null)
  const residuals = enabled.map(({ residualPx }) => residualPx).filter((error) => error !== null)
  return {
    pointCount: rows.length,
    usedCount: enabled.length,
    typicalPx: median(errors),
    typicalMetres: median(metres),
    looRmsePx: rootMeanSquare(errors),
    looRmseMetres: rootMeanSquare(metres),
    rmsePx: rootMeanSquare(residuals),
    worst: worstOf(enabled),
    toCheck: bySuspicion(rows).map(({ number }) => number),
    missing: Math.max(0, MEANINGFUL_POINTS - enabled.length),
  }
}

function worstOf(rows: readonly AccuracyRow[]): AccuracySummary['worst'] {
  const [row] = byError(rows)
  return row && row.errorPx !== null ? { id: row.point.id, number: row.number, errorPx: row.errorPx } : null
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const high = sorted[Math.floor(sorted.length / 2)]
  const low = sorted[Math.ceil(sorted.length / 2) - 1]
  return high === undefined || low === undefined ? null : (low + high) / 2
}

function rootMeanSquare(values: readonly number[]): number | null {
  if (values.length === 0) return null
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length)
}
