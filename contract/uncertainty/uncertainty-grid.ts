import type { MaskRing } from '../control-points.ts'
import type { Uncertainty } from './uncertainty.ts'

/** Cells across the scan: the uncertainty changes no faster than from point to point. */
export const UNCERTAINTY_COLUMNS = 48

/** Radii at the middles of a grid over the scan, row by row from its top-left corner. */
export interface UncertaintyGrid {
  readonly columns: number
  readonly rows: number
  /** Ground metres; NaN where the warp has no place. */
  readonly radiusMetres: Float32Array
}

/** @param mapPoints of the middles, `[x, y] * columns * rows` */
export function radiiAt(uncertainty: Uncertainty, mapPoints: Float64Array): Float32Array {
  return Float32Array.from({ length: mapPoints.length / 2 }, (_, at) =>
    uncertainty.radiusAt(mapPoints[2 * at] ?? NaN, mapPoints[2 * at + 1] ?? NaN),
  )
}

/** How far off the places of a map may be, ground metres. */
export interface UncertaintySummary {
  /** In the middle of all places. */
  readonly medianMetres: number
  /** In the middle of those along the edge of what is shown. */
  readonly edgeMetres: number
}

/** Of what a crop leaves of the scan; of the whole scan without one. Null where it leaves no cell. */
export function summaryOf(
  { columns, rows, radiusMetres }: UncertaintyGrid,
  scan: { readonly width: number; readonly height: number },
  mask: readonly MaskRing[],
): UncertaintySummary | null {
  const isShown = (column: number, row: number) =>
    column >= 0 &&
    row >= 0 &&
    column < columns &&
    row < rows &&
    (mask.length === 0 ||
      isWithin(mask, ((column + 0.5) / columns) * scan.width, ((row + 0.5) / rows) * scan.height))
  const all: number[] = []
  const edge: number[] = []
  for (const [at, radius] of radiusMetres.entries()) {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    if (!Number.isFinite(radius) || !isShown(column, row)) continue
    all.push(radius)
    const isInner =
      isShown(column - 1, row) &&
      isShown(column + 1, row) &&
      isShown(column, row - 1) &&
      isShown(column, row + 1)
    if (!isInner) edge.push(radius)
  }
  return all.length > 0 ? { medianMetres: middleOf(all), edgeMetres: middleOf(edge) } : null
}

/** Even-odd over all rings. */
function isWithin(rings: readonly MaskRing[], x: number, y: number): boolean {
  let crossings = 0
  for (const ring of rings)
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [NaN, NaN]
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) crossings += 1
    }
  return crossings % 2 === 1
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN
}
