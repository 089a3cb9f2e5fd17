import type { Database } from '../db/database.ts'
import { queryableOf } from '../db/database.ts'
import { violatedConstraint } from '../db/database-errors.ts'
import { enqueueJob } from '../db/jobs/enqueue-job.ts'
import {
  type AssignmentRow,
  endAssignment,
  insertAssignment,
  openAssignment,
} from '../db/queries/assignments.ts'
import {
  columnsFor,
  endSignedPaths,
  fieldsOf,
  type MapColumns,
  updateMapColumns,
} from '../db/queries/map-writes.ts'
import { hasOpenTransform, supersedeTransforms } from '../db/queries/transforms.ts'
import { messageText } from '../../contract/api/messages.ts'
import { Refusal } from './refusal.ts'

/** Name of the job that ends a claim at its minute. */
export const EXPIRE_CLAIM = 'expire-claim'

/**
 * Claims a map whose row is locked by the transaction; a snapshot keeps what a rejection or the expiry puts back.
 *
 * @throws Refusal 409 where the map or the user is taken
 */
export async function claimLockedMap(
  tx: Database,
  map: MapColumns,
  userId: string,
  claimHours: number,
): Promise<AssignmentRow> {
  if (!map.isPublic || map.currentVersionId !== null || (await hasOpenTransform(tx, map.id)))
    throw new Refusal(409, 'errors.claims.notClaimable')
  const overdue = await openAssignment(tx, map.id)
  if (overdue && !isOver(overdue)) throw new Refusal(409, 'errors.claims.alreadyClaimed')
  if (overdue) await endClaim(tx, map, overdue, 'expired')
  const snapshot = { fields: fieldsOf(map), currentVersionId: map.currentVersionId }
  try {
    const claim = await insertAssignment(tx, { mapId: map.id, userId, hours: claimHours, snapshot })
    await enqueueJob(
      queryableOf(tx),
      EXPIRE_CLAIM,
      { assignmentId: claim.id },
      { runAt: claim.expireAt, key: `${EXPIRE_CLAIM}:${claim.id}` },
    )
    return claim
  } catch (error) {
    throw asTaken(error)
  }
}

const isOver = (claim: AssignmentRow) => claim.expireAt.getTime() <= Date.now()

function asTaken(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'assignments_one_per_map') return new Refusal(409, 'errors.claims.alreadyClaimed')
  if (constraint === 'assignments_one_pending_per_user')
    return new Refusal(409, 'errors.claims.pendingExists')
  return error
}

/**
 * Ends a claim without taking over its result: metadata and overlay become what they were at the claim, running
 * transforms of the claim end, signed paths to its overlay end. The overlay stays in the list of versions.
 */
export async function endClaim(
  tx: Database,
  map: MapColumns,
  claim: AssignmentRow,
  outcome: 'rejected' | 'expired' | 'released',
  reason: string | null = null,
): Promise<void> {
  await endAssignment(tx, claim.id, outcome, reason)
  await updateMapColumns(tx, map.id, columnsFor({ ...fieldsOf(map), ...claim.snapshot.fields }))
  await supersedeTransforms(tx, map.id, null, {
    message: messageText('errors.claims.expired'),
    messageKey: 'errors.claims.expired',
  })
  await endSignedPaths(tx, map.id)
}
