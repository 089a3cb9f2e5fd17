import type { ProposableField } from '../../../contract/rules/map-fields.ts'
import type { Rejection } from '../../../contract/api/assignments.ts'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { type RejectionReason, rejectionReason } from '../../../contract/api/rejection-reasons.ts'
import { IDLE_CLAIM_MINUTES } from '../../../contract/constants.ts'
import { type Database, queryableOf } from '../../db/database.ts'
import { violatedConstraint } from '../../db/database-errors.ts'
import { enqueueJob } from '../../db/jobs/enqueue-job.ts'
import {
  type AssignmentRow,
  endAssignment,
  idleMinutes,
  markDone,
  openAssignment,
  overdueAssignments,
  recentRejections,
  returnClaim,
} from '../../db/queries/assignments.ts'
import { findRecord } from '../../db/queries/map-rows.ts'
import { listMaps } from '../../db/queries/map-lists.ts'
import { endSignedPaths, fieldsOf, lockMap, type MapColumns } from '../../db/queries/map-writes.ts'
import { findVersion, hasOpenTransform, publishVersion } from '../../db/queries/transforms.ts'
import {
  claimLockedMap,
  type Decision,
  EXPIRE_CLAIM,
  endClaim,
  endOpenClaim,
  REMIND_OWNER,
  releaseIfOver,
  scheduleEnd,
} from './claims.ts'
import { tellFollowers } from '../follows/follow-notices.ts'
import { isVisible, summaryView } from '../maps/record/map-view.ts'
import { type MapDeps, noPermission, visibleMap } from '../maps/record/maps.ts'
import { recordEvent } from '../maps/record/record-event.ts'
import { takeOverProposal } from './proposals.ts'
import { fieldChanges } from '../maps/record/field-changes.ts'
import { notify } from '../notifications/notify.ts'
import { notFound, Refusal } from '../refusal.ts'
import { limitReached, transformLimit } from '../transform/transform-limit.ts'

/** Days that an owner has to decide about a submitted transformation, and when they are reminded. */
const DECISION_DAYS = 7
const REMINDERS_AT_DAYS_LEFT = [3, 1]

export interface ClaimDeps extends MapDeps {
  readonly claimHours: number
  readonly transformsPerHour: number
}

export interface Claimed {
  readonly convertedFilePath: string
  readonly expireAt: string
  readonly mapId: string
}

/**
 * Claims a public untransformed map.
 *
 * @throws Refusal 403 for the owner, 404, 409, 429 while the caller may not transform: the claim's time would run out unused
 */
export async function claimMap(deps: ClaimDeps, userId: string, id: string): Promise<Claimed> {
  const { db, signer, claimHours, transformsPerHour } = deps
  const { row, may } = await visibleMap(db, userId, id)
  if (may.isOwner) throw new Refusal(403, 'errors.claims.ownMap')
  if (row.map.processingState !== 'ready') throw new Refusal(409, 'errors.maps.notReady')
  const { canTransform, ...limit } = await transformLimit(db, userId, transformsPerHour)
  if (!canTransform) throw limitReached('errors.claims.limitReached', limit)
  // A claim of the caller's whose minute has come, but whose job has not run yet, must not stand in the way.
  for (const overdue of await overdueAssignments(db, { userId })) await releaseIfOver(db, overdue.id)
  await db.transaction(async (tx) => {
    const map = await lockVisible(tx, userId, id)
    await claimLockedMap(tx, map, userId, claimHours)
  })
  const claimed = await visibleMap(db, userId, id)
  const { files, assigned } = summaryView(claimed.row, userId, signer)
  if (files.convertedFilePath === null || !assigned) throw new Refusal(409, 'errors.claims.notClaimable')
  return { convertedFilePath: files.convertedFilePath, expireAt: assigned.expireAt, mapId: row.map.id }
}

async function lockVisible(tx: Database, userId: string, id: string): Promise<MapColumns> {
  const { row } = await visibleMap(tx, userId, id)
  const map = await lockMap(tx, row.map.id)
  if (!map) throw notFound()
  // What was visible before the lock may have become private while waiting for it.
  await visibleMap(tx, userId, id)
  return map
}

/** Submits a transformation for the owner's approval, with a note of its maker's. @throws Refusal 403, 404, 409 */
export async function submitForApproval(
  { db }: MapDeps,
  userId: string,
  id: string,
  note: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    const map = await lockVisible(tx, userId, id)
    const claim = await openAssignment(tx, map.id)
    if (!claim || claim.userId !== userId) throw new Refusal(403, 'errors.claims.notYours')
    if (claim.doneAt) throw new Refusal(409, 'errors.claims.alreadyDone')
    if (claim.expireAt.getTime() <= Date.now()) throw new Refusal(409, 'errors.claims.expired')
    if (claim.versionId === null) throw new Refusal(409, 'errors.claims.notTransformed')
    if (await hasOpenTransform(tx, map.id)) throw new Refusal(409, 'errors.conflict')
    await markDone(tx, claim.id, DECISION_DAYS)
    await scheduleDecision(tx, claim)
    const version = await findVersion(tx, claim.versionId)
    await recordEvent(tx, map, {
      kind: 'submitted',
      userId,
      workerId: userId,
      ...(version && { version }),
      changes: fieldChanges(fieldsOf(map), claim.proposal),
      note,
    })
    await notify(tx, {
      userId: map.ownerId,
      senderId: userId,
      type: 'map_completed',
      actionUrl: `/map-editor?mapId=${map.id}`,
      data: { mapId: map.id, mapTitle: map.title, ...(note && { note }) },
    })
  })
}

/**
 * Ends a claim of the caller's before its time: the map becomes what it was, the points stay with the caller.
 *
 * @throws Refusal 403 where the claim is not the caller's, 404, 409 once it is submitted
 */
export async function giveBackClaim({ db }: MapDeps, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const map = await lockVisible(tx, userId, id)
    const claim = await openAssignment(tx, map.id)
    if (!claim || claim.userId !== userId) throw new Refusal(403, 'errors.claims.notYours')
    if (claim.doneAt) throw new Refusal(409, 'errors.claims.alreadyDone')
    await endClaim(tx, map, claim, { outcome: 'released', by: userId })
  })
}

/**
 * Ends a claim of the caller's map in which nothing was changed for an hour; its user keeps the work as a draft.
 *
 * @throws Refusal 403, 404, 409 where there is none, it is submitted, or something was changed since
 */
export async function endIdleClaim({ db }: MapDeps, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const map = await lockVisible(tx, userId, id)
    if (map.ownerId !== userId) throw noPermission()
    const claim = await openAssignment(tx, map.id)
    if (!claim) throw new Refusal(409, 'errors.claims.nothingToEnd')
    if (claim.doneAt) throw new Refusal(409, 'errors.claims.submitted')
    const minutes = IDLE_CLAIM_MINUTES - (await idleMinutes(tx, claim.id))
    if (minutes > 0) throw new Refusal(409, 'errors.claims.stillWorking', { details: { minutes } })
    await endOpenClaim(tx, map, 'idle')
  })
}

const DAY_MS = 86_400_000

async function scheduleDecision(tx: Database, { id: assignmentId }: AssignmentRow): Promise<void> {
  const now = Date.now()
  for (const daysLeft of REMINDERS_AT_DAYS_LEFT) {
    const runAt = new Date(now + (DECISION_DAYS - daysLeft) * DAY_MS)
    const key = `${REMIND_OWNER}:${assignmentId}:${daysLeft}`
    await enqueueJob(queryableOf(tx), REMIND_OWNER, { assignmentId, daysLeft }, { runAt, key })
  }
  const runAt = new Date(now + DECISION_DAYS * DAY_MS)
  await enqueueJob(
    queryableOf(tx),
    EXPIRE_CLAIM,
    { assignmentId },
    { runAt, key: `${EXPIRE_CLAIM}:${assignmentId}` },
  )
}

interface Submitted {
  readonly map: MapColumns
  readonly claim: AssignmentRow
}

/** The map, locked, with the submitted claim its owner decides about. @throws Refusal 403, 404, 409 */
async function lockSubmitted(tx: Database, userId: string, id: string): Promise<Submitted> {
  const map = await lockVisible(tx, userId, id)
  if (map.ownerId !== userId) throw noPermission()
  const claim = await openAssignment(tx, map.id)
  if (!claim?.doneAt || claim.expireAt.getTime() <= Date.now())
    throw new Refusal(409, 'errors.claims.notDone')
  return { map, claim }
}

/**
 * Publishes the submitted overlay, takes over what was proposed of the metadata, and ends the assignment.
 *
 * @param leave proposed fields that are to stay as they are
 * @throws Refusal 400 where what is taken over and what is left contradict each other, 403, 404, 409
 */
export async function approveTransformation(
  { db }: MapDeps,
  userId: string,
  id: string,
  leave: readonly ProposableField[] = [],
): Promise<void> {
  await db.transaction(async (tx) => {
    const { map, claim } = await lockSubmitted(tx, userId, id)
    const version = claim.versionId ? await findVersion(tx, claim.versionId) : undefined
    if (!version) throw new Refusal(409, 'errors.claims.notTransformed')
    await publishVersion(tx, version)
    await endAssignment(tx, claim.id, 'approved', { reason: null, note: null })
    const changes = await takeOverProposal(tx, map, claim, leave)
    await recordEvent(tx, map, { kind: 'approved', userId, workerId: claim.userId, version, changes })
    await tellFollowers(tx, map, { what: 'overlay', except: [userId, claim.userId] })
    await endSignedPaths(tx, map.id)
    await notify(tx, {
      userId: claim.userId,
      senderId: userId,
      type: 'map_approved',
      actionUrl: `/public-maps?mapId=${map.id}`,
      data: { mapId: map.id, mapTitle: map.title },
    })
  })
}

/** An owner's decision as it comes in: a reason by its key or its Lithuanian text, and words of their own. */
export interface DecisionInput {
  readonly reason?: string | null | undefined
  readonly note?: string | null | undefined
}

const decisionOf = ({ reason, note }: DecisionInput) => ({
  reason: reason ? knownReason(reason) : null,
  note: note ?? null,
})

/**
 * Ends a submitted claim; the map stays as it was, the points stay with who placed them, as a draft.
 *
 * @throws Refusal 400 for an unknown reason, 403, 404, 409
 */
export async function rejectTransformation(
  { db }: MapDeps,
  userId: string,
  id: string,
  input: DecisionInput,
): Promise<void> {
  const decision = decisionOf(input)
  await db.transaction(async (tx) => {
    const { map, claim } = await lockSubmitted(tx, userId, id)
    await endClaim(tx, map, claim, { outcome: 'rejected', by: userId, decision })
    await notify(tx, {
      userId: claim.userId,
      senderId: userId,
      type: 'map_rejected',
      actionUrl: '/my-assignments',
      data: { mapId: map.id, mapTitle: map.title, ...wordsOf(decision) },
    })
  })
}

/**
 * Gives a submitted transformation back to who made it, with what is to be changed: overlay and points stay, the time
 * for it begins anew.
 *
 * @throws Refusal 400 for an unknown reason, 403, 404, 409
 */
export async function requestChanges(
  { db, claimHours }: ClaimDeps,
  userId: string,
  id: string,
  input: DecisionInput,
): Promise<void> {
  const decision = decisionOf(input)
  await db.transaction(async (tx) => {
    const { map, claim } = await lockSubmitted(tx, userId, id)
    const returned = await returnClaim(tx, claim.id, { ...decision, hours: claimHours }).catch(
      (error: unknown) => {
        if (violatedConstraint(error) !== 'assignments_one_pending_per_user') throw error
        throw new Refusal(409, 'errors.claims.contributorBusy')
      },
    )
    await recordEvent(tx, map, {
      kind: 'changesRequested',
      userId,
      workerId: claim.userId,
      ...decision,
    })
    await scheduleEnd(tx, returned, claimHours)
    await notify(tx, {
      userId: claim.userId,
      senderId: userId,
      type: 'map_changes_requested',
      actionUrl: `/map-editor?mapId=${map.id}`,
      data: { mapId: map.id, mapTitle: map.title, ...wordsOf(decision) },
    })
  })
}

const wordsOf = ({ reason, note }: Decision) => ({ ...(reason && { reason }), ...(note && { note }) })

function knownReason(text: string): RejectionReason {
  const reason = rejectionReason(text)
  if (reason) return reason
  throw new Refusal(400, 'errors.claims.unknownReason', { fields: { reason: 'errors.claims.unknownReason' } })
}

/** The maps that a user has claimed, submitted ones included, and what was lately rejected of theirs. */
export async function myClaims(
  { db, signer }: MapDeps,
  userId: string,
): Promise<{ pendingMaps: MapSummary[]; hasPendingClaims: boolean; rejected: Rejection[] }> {
  const { rows } = await listMaps(db, 'claimedByMe', userId)
  return {
    pendingMaps: rows.map((row) => summaryView(row, userId, signer)),
    hasPendingClaims: rows.some(({ claim }) => claim?.doneAt === null),
    rejected: await rejectionsOf({ db, signer }, userId),
  }
}

/** Rejections of maps that the user may still know of. */
async function rejectionsOf({ db, signer }: MapDeps, userId: string): Promise<Rejection[]> {
  const found = await Promise.all(
    (await recentRejections(db, userId)).map(async ({ mapId, reason, note, endedAt }) => {
      const row = await findRecord(db, userId, mapId)
      if (!row || !endedAt || !isVisible(row, userId)) return []
      const rejectedAt = endedAt.toISOString()
      return [{ map: summaryView(row, userId, signer), reason, note, rejectedAt }]
    }),
  )
  return found.flat()
}
