import type { Gazetteer } from './gazetteer.ts'
import type { Label } from './labels.ts'

/** Size of a scan [px]. */
export interface ScanSize {
  readonly width: number
  readonly height: number
}

/** How far from where the map has it a label may lie, as a share of the scan's diagonal. */
export const TOLERANCE = 0.02

/** All matches of all labels in flat arrays. */
export interface Candidates {
  readonly count: number
  readonly label: Int32Array
  readonly match: Int32Array
  readonly place: Int32Array
  readonly x: Float64Array
  readonly y: Float64Array
  /** Unit vectors. */
  readonly vectors: Float64Array
  /** How surprising it is that this one lies where the map has it. */
  readonly surprise: Float64Array
}

/** The share of the scan that a label's tolerance takes: what chance gives a place on the scan. */
export function toleratedShare({ width, height }: ScanSize): number {
  return Math.min(0.5, (Math.PI * TOLERANCE ** 2 * (width ** 2 + height ** 2)) / (width * height))
}

export function flattenMatches(labels: readonly Label[], gazetteer: Gazetteer, scan: ScanSize): Candidates {
  const count = labels.reduce((sum, { matches }) => sum + matches.length, 0)
  const share = toleratedShare(scan)
  const candidates: Candidates = {
    count,
    label: new Int32Array(count),
    match: new Int32Array(count),
    place: new Int32Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    vectors: new Float64Array(count * 3),
    surprise: new Float64Array(count),
  }
  let at = 0
  for (const [label, { x, y, matches }] of labels.entries())
    for (const [match, { place }] of matches.entries()) {
      candidates.label[at] = label
      candidates.match[at] = match
      candidates.place[at] = place
      candidates.x[at] = x
      candidates.y[at] = y
      candidates.vectors.set(gazetteer.vectors.subarray(place * 3, place * 3 + 3), at * 3)
      candidates.surprise[at] = -Math.log(Math.min(0.5, matches.length * share))
      at += 1
    }
  return candidates
}
