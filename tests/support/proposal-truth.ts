import { readFileSync } from 'node:fs'
import { applyAffine, fitAffine } from '../../lettering/propose/affine.ts'

/** Where a place lies on a scan [px] and on the earth [degrees]. */
export interface PlacedPoint {
  readonly image: readonly [number, number]
  readonly map: readonly [number, number]
}

/** The control points in a table of `id,px,py,x,y,lon,lat`, placed by hand or drawn exactly. */
export function handPoints(path: string): PlacedPoint[] {
  const [, ...rows] = readFileSync(path, 'utf8').trim().split('\n')
  return rows.map((row) => {
    const [, x = NaN, y = NaN, , , lon = NaN, lat = NaN] = row.split(',').map(Number)
    return { image: [x, y], map: [lon, lat] }
  })
}

/** How far from its place a proposal may be and name the right one, as a part of the diagonal: labels stand beside places. */
const RIGHT = 0.02
/** An old map is bent, by more than that in places: so many hand points around a place tell how it is there. */
const NEIGHBOURS = 6

export interface JudgedProposals {
  readonly count: number
  readonly right: number
  /** How many of the first twelve are right. */
  readonly rightOfFirst: number
  /** Median distance at the hand points, placed by the proposals [part of the diagonal]. */
  readonly medianError: number
}

/**
 * Compares proposals with where the hand points put their places, all of them or those around, and the hand points with
 * where the proposals put theirs.
 */
export function judgeProposals(
  proposals: readonly PlacedPoint[],
  hand: readonly PlacedPoint[],
  { width, height }: { readonly width: number; readonly height: number },
): JudgedProposals {
  const diagonal = Math.hypot(width, height)
  const byHand = errorsBy(hand)
  const atHand = hand.map((point) => ({ point, error: byHand(point) }))
  const isRight = proposals.map((proposal) => {
    const [errorX, errorY] = byHand(proposal)
    if (Math.hypot(errorX, errorY) <= RIGHT * diagonal) return true
    const near = atHand
      .toSorted((a, b) => distance(a.point, proposal) - distance(b.point, proposal))
      .slice(0, NEIGHBOURS)
    const mean = (axis: 0 | 1) => near.reduce((sum, { error }) => sum + error[axis], 0) / near.length
    return Math.hypot(errorX - mean(0), errorY - mean(1)) <= RIGHT * diagonal
  })
  const byProposals = errorsBy(proposals)
  const errors = hand.map((point) => Math.hypot(...byProposals(point))).toSorted((a, b) => a - b)
  return {
    count: proposals.length,
    right: isRight.filter(Boolean).length,
    rightOfFirst: isRight.slice(0, 12).filter(Boolean).length,
    medianError: (errors[errors.length >> 1] ?? Infinity) / diagonal,
  }
}

const distance = ({ image: [x, y] }: PlacedPoint, { image: [otherX, otherY] }: PlacedPoint): number =>
  Math.hypot(x - otherX, y - otherY)

/** How far points lie from where the affine transformation of others puts their places [px]. */
function errorsBy(points: readonly PlacedPoint[]): (point: PlacedPoint) => [number, number] {
  const shrink = Math.cos(((points[0]?.map[1] ?? 0) * Math.PI) / 180)
  const affine = fitAffine({
    from: points.flatMap(({ map: [lon, lat] }) => [lon * shrink, lat]),
    to: points.flatMap(({ image }) => [...image]),
  })
  return ({ image, map: [lon, lat] }) => {
    if (!affine) return [Infinity, Infinity]
    const [x, y] = applyAffine(affine, lon * shrink, lat)
    return [image[0] - x, image[1] - y]
  }
}
