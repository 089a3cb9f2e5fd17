import type { PointProposal, PROPOSAL_REASONS } from '../../../../contract/api/lettering.ts'
import { WORLD_HALF_METRES } from '../../../../contract/constants.ts'
import type { ControlPoint, PointOrigin } from '../../../../contract/control-points.ts'
import { pointOrigin } from '../../../../contract/rules/point-origin.ts'
import { mapPointOf } from '../../../../contract/web-mercator.ts'
import { newPointId } from '../../../drafts/editor-document.ts'
import { isOnScan, type ScanSize } from '../scan-edge.ts'

export type ProposalReason = (typeof PROPOSAL_REASONS)[number]

/** How sure it is that a word names a place, in words: log10 of the odds says little. */
export type Sureness = 'veryLikely' | 'likely' | 'possible'

/** A control point that a name on the scan proposes; accepted, it keeps its identity. */
export interface Proposal extends Omit<ControlPoint, 'enabled' | 'note' | 'proposed'> {
  readonly proposed: PointOrigin
  /** In place of a number, which control points have. */
  readonly letter: string
  readonly sureness: Sureness
}

/** As many are shown at once, and the first are spread well. */
export const SHOWN_AT_ONCE = 12

const VERY_LIKELY = 3
const LIKELY = 2

const surenessOf = (odds: number): Sureness =>
  odds >= VERY_LIKELY ? 'veryLikely' : odds >= LIKELY ? 'likely' : 'possible'

/** A to Z, then AA, AB and so on. */
export function letterOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}

/**
 * What the server proposes, in its order, as points of the document may be: on the scan and in the world.
 * @param first Easting that longitudes run on from, so that a sheet across the date line is in one piece; null: from the
 *   first proposal.
 */
export function proposalsOf(
  points: readonly PointProposal[],
  scan: ScanSize,
  first: number | null,
): readonly Proposal[] {
  const given = points.flatMap(({ image, map, read, name, odds }) => {
    const [x, y] = mapPointOf(map[0], map[1])
    const proposed = pointOrigin(read, name)
    const isInWorld = Math.abs(x) <= WORLD_HALF_METRES && Math.abs(y) <= WORLD_HALF_METRES
    return proposed && isInWorld && isOnScan(image, scan) ? [{ image, x, y, proposed, odds }] : []
  })
  const from = first ?? given[0]?.x ?? 0
  return given.map(({ image, x, y, proposed, odds }, index) => ({
    id: newPointId(),
    letter: letterOf(index),
    image,
    map: [x + 2 * WORLD_HALF_METRES * Math.round((from - x) / (2 * WORLD_HALF_METRES)), y] as const,
    proposed,
    sureness: surenessOf(odds),
  }))
}

/** Where a point stands so near, as a part of the scan's diagonal, its word is placed. */
const PLACED_SHARE = 0.01

/** The proposals that are neither in the document nor beside a point of it. */
export function openProposals(
  proposals: readonly Proposal[],
  points: readonly ControlPoint[],
  { width, height }: ScanSize,
): readonly Proposal[] {
  const reach = PLACED_SHARE * Math.hypot(width, height)
  return proposals.filter(
    ({ id, image }) =>
      !points.some(
        (point) =>
          point.id === id || Math.hypot(point.image[0] - image[0], point.image[1] - image[1]) < reach,
      ),
  )
}
