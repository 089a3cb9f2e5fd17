import type { PointProposal, PointProposals } from '../../../contract/api/lettering.ts'
import type { Proposal } from '../../../lettering/propose/propose-points.ts'
import type { Database } from '../../db/database.ts'
import { findReading, listWords } from '../../db/queries/scan-words.ts'
import { Refusal } from '../refusal.ts'
import type { PointProposer } from './point-proposer.ts'
import type { ToProposingThread } from './proposing-messages.ts'
import { scanToPlace } from './scan-lettering.ts'

export interface ProposingDeps {
  readonly db: Database
  readonly proposer: PointProposer
}

/** Odds beyond this, as a logarithm, say no more; and JSON has no infinity. */
const MOST_ODDS = 1_000

export const oddsOf = (odds: number): number =>
  Math.round(Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds)) * 100) / 100

/** Proposals as the API gives them. */
export const pointsView = (points: readonly Proposal[]): PointProposal[] =>
  points.map(({ image, map, read, name, odds }) => ({ image, map, read, name, odds: oddsOf(odds) }))

/**
 * Control points that the stored words of a scan propose. Nothing is stored.
 *
 * @throws Refusal 403, 404; 409 where the scan is not ready, or its words were never read; 422, 429, 503
 */
export async function proposalsFor(
  { db, proposer }: ProposingDeps,
  userId: string,
  id: string,
  { near, signal }: { readonly near: ToProposingThread['near']; readonly signal: AbortSignal },
): Promise<PointProposals> {
  const { map } = await scanToPlace(db, userId, id)
  if (!(await findReading(db, map.id))?.readAt) throw new Refusal(409, 'errors.lettering.notRead')
  const lettering = {
    width: map.imageWidth ?? 0,
    height: map.imageHeight ?? 0,
    words: await listWords(db, map.id),
  }
  const { points, odds, reason } = await proposer.propose(userId, { lettering, near }, signal)
  return { points: pointsView(points), odds: oddsOf(odds), reason }
}
