import type { Database } from '../../db/database.ts'
import { queryableOf } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import { enqueueJob } from '../../db/jobs/enqueue-job.ts'
import {
  type AssignmentRow,
  claimsOfLastHour,
  endAssignment,
  findAssignment,
  hoursUntilAgain,
  insertAssignment,
  openAssignment,
} from '../../db/queries/assignments.ts'
import { keepOverlayAsDraft } from '../../db/queries/drafts.ts'
import { endSignedPaths, fieldsOf, lockMap, type MapColumns } from '../../db/queries/map-writes.ts'
import { findVersion, hasOpenTransform, supersedeTransforms } from '../../db/queries/transforms.ts'
import { recordEvent } from '../maps/record/record-event.ts'
import { fieldChanges } from '../maps/record/field-changes.ts'
import { messageText } from '../../../contract/api/messages.ts'
import type { ClaimEndCause } from '../../../contract/api/notifications.ts'
import { CLAIM_AGAIN_HOURS, CLAIMS_PER_HOUR } from '../../../contract/constants.ts'
import { notify } from '../notifications/notify.ts'
import { notifyTogether } from '../notifications/notify-together.ts'
import { Refusal } from '../refusal.ts'

/** Name of the job that ends a claim at its minute. */
export const EXPIRE_CLAIM = 'expire-claim'
/** Name of the job that warns a claim's user that its time ends soon. */
export const WARN_OF_END = 'warn-of-claim-end'
/** Name of the job that reminds an owner of a submitted transformation. */
export const REMIND_OWNER = 'remind-owner'

/**
 * Claims a map whose row is locked by the transaction.
 *
 * @throws Refusal 409 where the map or the user is taken, the owner accepts no claims, or the user had the map lately; 429
 */
export async function claimLockedMap(
  tx: Database,
  map: MapColumns,
  userId: string,
  claimHours: number,
): Promise<AssignmentRow> {
  if (!map.isPublic || map.currentVersionId !== null || (await hasOpenTransform(tx, map.id)))
    throw new Refusal(409, 'errors.claims.notClaimable')
  if (!map.acceptsClaims) throw new Refusal(409, 'errors.claims.closed')
  const overdue = await openAssignment(tx, map.id)
  if (overdue && !isOver(overdue)) throw new Refusal(409, 'errors.claims.alreadyClaimed')
  if (overdue) await endClaim(tx, map, overdue, { outcome: 'expired', by: null })
  await requireClaimsLeft(tx, map.id, userId)
  try {
    const claim = await insertAssignment(tx, { mapId: map.id, userId, hours: claimHours })
    await scheduleEnd(tx, claim, claimHours)
    await notifyTogether(tx, {
      userIds: [map.ownerId],
      senderId: userId,
      type: 'map_assigned',
      by: 'mapId',
      actionUrl: '/assigned-maps-to-others',
      actionRequired: false,
      data: { mapId: map.id, mapTitle: map.title },
    })
    await recordEvent(tx, map, { kind: 'claimed', userId, workerId: userId })
    return claim
  } catch (error) {
    throw asTaken(error)
  }
}

/** Of a claim's time this part is left when its user is warned, but never more than a day. */
const WARNED_AT = 1 / 4
const LONGEST_WARNING_MS = 24 * 3_600_000

/** Queues what happens when the time of a claim that is worked on runs out, and the warning before. */
export async function scheduleEnd(
  tx: Database,
  { id: assignmentId, expireAt }: AssignmentRow,
  claimHours: number,
): Promise<void> {
  const jobs = queryableOf(tx)
  const warning = Math.min(claimHours * 3_600_000 * WARNED_AT, LONGEST_WARNING_MS)
  const warnAt = new Date(expireAt.getTime() - warning)
  await enqueueJob(
    jobs,
    WARN_OF_END,
    { assignmentId },
    { runAt: warnAt, key: `${WARN_OF_END}:${assignmentId}` },
  )
  await enqueueJob(
    jobs,
    EXPIRE_CLAIM,
    { assignmentId },
    { runAt: expireAt, key: `${EXPIRE_CLAIM}:${assignmentId}` },
  )
}

/** Bounds how often a user claims: an owner could not work on their own map for as long as it is claimed again and again. */
async function requireClaimsLeft(tx: Database, mapId: string, userId: string): Promise<void> {
  const hours = await hoursUntilAgain(tx, { mapId, userId }, CLAIM_AGAIN_HOURS)
  if (hours > 0) throw new Refusal(409, 'errors.claims.notAgainYet', { details: { hours } })
  const { count, minutesLeft: minutes } = await claimsOfLastHour(tx, userId)
  if (count >= CLAIMS_PER_HOUR)
    throw new Refusal(429, 'errors.claims.tooManyLately', {
      details: { minutes },
      retryAfterSeconds: minutes * 60,
    })
}

const isOver = (claim: AssignmentRow) => claim.expireAt.getTime() <= Date.now()

function asTaken(error: unknown): unknown {
  const constraint = violatedConstraint(error)
  if (constraint === 'assignments_one_per_map') return new Refusal(409, 'errors.claims.alreadyClaimed')
  if (constraint === 'assignments_one_pending_per_user')
    return new Refusal(409, 'errors.claims.pendingExists')
  return error
}

/** What an owner says with their decision: a reason's key, and their own words. */
export interface Decision {
  readonly reason: string | null
  readonly note: string | null
}

const NO_WORDS: Decision = { reason: null, note: null }

/** The points of a claim's overlay become its user's draft: offered should they claim the map again. */
async function keepPoints(tx: Database, { userId, versionId }: AssignmentRow): Promise<void> {
  const version = versionId ? await findVersion(tx, versionId) : undefined
  if (version) await keepOverlayAsDraft(tx, userId, version)
}

export interface ClaimEnd {
  /** `ended`: by the owner of the map. */
  readonly outcome: 'rejected' | 'expired' | 'released' | 'ended'
  /** Who ends it; null: its time is over. */
  readonly by: string | null
  readonly decision?: Decision
}

/**
 * Ends a claim without taking over its result: its proposal stays in the history, running transforms of the claim end,
 * signed paths to its overlay end. The overlay stays in the list of versions, its points stay with its user as a draft.
 * An owner who has not ended it themselves is notified.
 */
export async function endClaim(
  tx: Database,
  map: MapColumns,
  claim: AssignmentRow,
  { outcome, by, decision = NO_WORDS }: ClaimEnd,
): Promise<void> {
  await endAssignment(tx, claim.id, outcome, decision)
  await recordEvent(tx, map, {
    kind: outcome === 'ended' ? 'claimEnded' : outcome,
    userId: by,
    workerId: claim.userId,
    changes: fieldChanges(fieldsOf(map), claim.proposal),
    ...decision,
  })
  await keepPoints(tx, claim)
  if (outcome === 'released' || outcome === 'expired')
    await notifyTogether(tx, {
      userIds: [map.ownerId],
      senderId: claim.userId,
      type: by === null ? 'map_claim_over' : 'map_given_back',
      by: 'mapId',
      actionUrl: `/map-editor?mapId=${map.id}`,
      data: { mapId: map.id, mapTitle: map.title },
    })
  await supersedeTransforms(tx, map.id, null, {
    message: messageText('errors.claims.expired'),
    messageKey: 'errors.claims.expired',
  })
  await endSignedPaths(tx, map.id)
}

/** Ends the claim of a map, where there is one, by its owner or the operator, and notifies its user. */
export async function endOpenClaim(tx: Database, map: MapColumns, why: ClaimEndCause): Promise<void> {
  const claim = await openAssignment(tx, map.id)
  if (!claim) return
  const isByOwner = why !== 'takenDown'
  await endClaim(tx, map, claim, { outcome: 'ended', by: isByOwner ? map.ownerId : null })
  await notify(tx, {
    userId: claim.userId,
    ...(isByOwner && { senderId: map.ownerId }),
    type: 'map_claim_ended',
    actionUrl: '/my-assignments',
    actionRequired: false,
    data: { mapId: map.id, mapTitle: map.title, why },
  })
}

/**
 * Ends a claim whose time is over, submitted or not, and tells its user. Returns when to look again where the time is
 * not over yet, null where nothing is left to do.
 */
export async function releaseIfOver(db: Database, assignmentId: string): Promise<Date | null> {
  const found = await findAssignment(db, assignmentId)
  if (!found || found.endedAt) return null
  return db.transaction(async (tx) => {
    const map = await lockMap(tx, found.mapId)
    const claim = await findAssignment(tx, assignmentId)
    if (!map || !claim || claim.endedAt) return null
    if (!isOver(claim)) return claim.expireAt
    await endClaim(tx, map, claim, { outcome: claim.doneAt ? 'released' : 'expired', by: null })
    const data = { mapId: map.id, mapTitle: map.title, daysLeft: 0 }
    const notice = {
      type: 'deadline_reminder',
      data,
      actionRequired: false,
      actionUrl: '/my-assignments',
    } as const
    await notify(tx, { ...notice, userId: claim.userId, once: `over ${claim.id}` })
    return null
  })
}

/** Warns the user of a claim that is worked on that its time ends soon. */
export async function warnOfEnd(db: Database, assignmentId: string): Promise<void> {
  const found = await findAssignment(db, assignmentId)
  if (!found) return
  await db.transaction(async (tx) => {
    const map = await lockMap(tx, found.mapId)
    const claim = await findAssignment(tx, assignmentId)
    if (!map || !claim || claim.doneAt || claim.endedAt || isOver(claim)) return
    const minutesLeft = Math.ceil((claim.expireAt.getTime() - Date.now()) / 60_000)
    await notify(tx, {
      userId: claim.userId,
      type: 'map_claim_ending',
      actionUrl: `/map-editor?mapId=${map.id}`,
      data: { mapId: map.id, mapTitle: map.title, minutesLeft },
      once: `ending ${claim.id} ${claim.expireAt.toISOString()}`,
    })
  })
}

/** Reminds the owner of a submitted transformation that nobody has decided about. */
export async function remindOwner(db: Database, assignmentId: string, daysLeft: number): Promise<void> {
  const found = await findAssignment(db, assignmentId)
  if (!found) return
  await db.transaction(async (tx) => {
    const map = await lockMap(tx, found.mapId)
    const claim = await findAssignment(tx, assignmentId)
    if (!map || !claim?.doneAt || claim.endedAt) return
    await notify(tx, {
      userId: map.ownerId,
      senderId: claim.userId,
      type: 'deadline_reminder',
      actionUrl: `/map-editor?mapId=${map.id}`,
      data: { mapId: map.id, mapTitle: map.title, daysLeft },
      once: `${daysLeft} days ${claim.id} ${claim.doneAt.toISOString()}`,
    })
  })
}
