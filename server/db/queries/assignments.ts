import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { newId } from '../new-id.ts'
import { assignments } from '../schema/maps.ts'
import type { Proposal } from '../schema/stored-json.ts'

export type AssignmentRow = typeof assignments.$inferSelect
export type AssignmentOutcome = NonNullable<AssignmentRow['outcome']>

/** The claim of a map that has not ended, whether or not its time is over. The map's row must be locked. */
export async function openAssignment(tx: Database, mapId: string): Promise<AssignmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(assignments)
    .where(and(eq(assignments.mapId, mapId), isNull(assignments.endedAt)))
  return row
}

/** Those of some maps that have a claim which has not ended. Their rows must be locked. */
export async function mapsWithOpenClaim(
  tx: Database,
  mapIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (mapIds.length === 0) return new Set()
  const rows = await tx
    .select({ mapId: assignments.mapId })
    .from(assignments)
    .where(and(inArray(assignments.mapId, [...mapIds]), isNull(assignments.endedAt)))
  return new Set(rows.map(({ mapId }) => mapId))
}

export async function findAssignment(db: Database, id: string): Promise<AssignmentRow | undefined> {
  const [row] = await db.select().from(assignments).where(eq(assignments.id, id))
  return row
}

/**
 * @throws with the constraint `assignments_one_per_map` or `assignments_one_pending_per_user` where the map or the
 *   user is taken
 */
export async function insertAssignment(
  tx: Database,
  claim: { mapId: string; userId: string; hours: number },
): Promise<AssignmentRow> {
  const { mapId, userId, hours } = claim
  const [row] = await tx
    .insert(assignments)
    .values({
      id: newId(),
      mapId,
      userId,
      expireAt: sql`now() + make_interval(secs => ${hours * 3600})`,
    })
    .returning()
  return row!
}

export async function endAssignment(
  tx: Database,
  id: string,
  outcome: AssignmentOutcome,
  { reason, note }: { readonly reason: string | null; readonly note: string | null },
): Promise<void> {
  await tx
    .update(assignments)
    .set({ endedAt: sql`now()`, outcome, reason, note })
    .where(and(eq(assignments.id, id), isNull(assignments.endedAt)))
}

/** Submits a claim; the owner then has `days` to decide. */
export async function markDone(tx: Database, id: string, days: number): Promise<void> {
  await tx
    .update(assignments)
    .set({ doneAt: sql`now()`, expireAt: sql`now() + make_interval(days => ${days})` })
    .where(eq(assignments.id, id))
}

/**
 * Gives a submitted claim back to its user with what the owner wants changed; its time begins anew.
 *
 * @throws with the constraint `assignments_one_pending_per_user` where the user works on another map now
 */
export async function returnClaim(
  tx: Database,
  id: string,
  { reason, note, hours }: { reason: string | null; note: string | null; hours: number },
): Promise<AssignmentRow> {
  const [row] = await tx
    .update(assignments)
    .set({
      doneAt: null,
      reason,
      note,
      returnedAt: sql`now()`,
      changedAt: sql`now()`,
      expireAt: sql`now() + make_interval(secs => ${hours * 3600})`,
    })
    .where(eq(assignments.id, id))
    .returning()
  return row!
}

/** Days that a rejection is shown to whom it was told. */
const REJECTIONS_SHOWN_DAYS = 30
const MOST_REJECTIONS = 20

/** The latest rejections of a user's work, newest first, without maps of which they have submitted other work since. */
export async function recentRejections(db: Database, userId: string): Promise<AssignmentRow[]> {
  const later = alias(assignments, 'later')
  const again = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.mapId, assignments.mapId),
        eq(later.userId, assignments.userId),
        gt(later.claimedAt, assignments.claimedAt),
        or(isNotNull(later.doneAt), isNotNull(later.returnedAt)),
      ),
    )
  return db
    .select()
    .from(assignments)
    .where(
      and(
        eq(assignments.userId, userId),
        eq(assignments.outcome, 'rejected'),
        gt(assignments.endedAt, sql`now() - make_interval(days => ${REJECTIONS_SHOWN_DAYS})`),
        notExists(again),
      ),
    )
    .orderBy(desc(assignments.endedAt))
    .limit(MOST_REJECTIONS)
}

/** Claims of a user within the last hour, and when the oldest of them is no longer counted. */
export async function claimsOfLastHour(
  tx: Database,
  userId: string,
): Promise<{ count: number; minutesLeft: number }> {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      minutesLeft: sql<number>`ceil(extract(epoch from min(${assignments.claimedAt}) + interval '1 hour' - now()) / 60)::int`,
    })
    .from(assignments)
    .where(and(eq(assignments.userId, userId), gt(assignments.claimedAt, sql`now() - interval '1 hour'`)))
  return { count: row?.count ?? 0, minutesLeft: Math.max(1, row?.minutesLeft ?? 0) }
}

/** Hours until a user may claim a map again, of which a claim of theirs ended within the last `hours`; 0: at once. */
export async function hoursUntilAgain(
  tx: Database,
  { mapId, userId }: { readonly mapId: string; readonly userId: string },
  hours: number,
): Promise<number> {
  const again = sql`max(${assignments.endedAt}) + make_interval(hours => ${hours})`
  const [row] = await tx
    .select({ left: sql<number | null>`ceil(extract(epoch from ${again} - now()) / 3600)::int` })
    .from(assignments)
    .where(and(eq(assignments.userId, userId), eq(assignments.mapId, mapId), isNotNull(assignments.endedAt)))
  return Math.max(0, row?.left ?? 0)
}

/** Sets what the user of a claim proposes. */
export async function setProposal(tx: Database, id: string, proposal: Proposal): Promise<void> {
  await tx
    .update(assignments)
    .set({ proposal, changedAt: sql`now()` })
    .where(eq(assignments.id, id))
}

/** Notes that a user has changed something of a map that they have claimed. */
export async function noteChange(db: Database, userId: string, mapId: string): Promise<void> {
  await db
    .update(assignments)
    .set({ changedAt: sql`now()` })
    .where(and(eq(assignments.mapId, mapId), eq(assignments.userId, userId), isNull(assignments.endedAt)))
}

/** Minutes since the user of a claim last changed anything. */
export async function idleMinutes(tx: Database, id: string): Promise<number> {
  const [row] = await tx
    .select({ idle: sql<number>`floor(extract(epoch from now() - ${assignments.changedAt}) / 60)::int` })
    .from(assignments)
    .where(eq(assignments.id, id))
  return row?.idle ?? 0
}

/** Open claims of earlier releases, which still have what their map was before. */
export async function claimsWithSnapshot(db: Database): Promise<AssignmentRow[]> {
  return db
    .select()
    .from(assignments)
    .where(and(isNull(assignments.endedAt), isNotNull(assignments.snapshot)))
}

/** Puts a proposal in the place of what the map was before. */
export async function replaceSnapshot(tx: Database, id: string, proposal: Proposal): Promise<void> {
  await tx.update(assignments).set({ proposal, snapshot: null }).where(eq(assignments.id, id))
}

/** Whether a claim still lets its user publish: not ended, not submitted, within its time. */
export async function isWorkable(tx: Database, id: string): Promise<boolean> {
  const running = and(
    eq(assignments.id, id),
    isNull(assignments.endedAt),
    isNull(assignments.doneAt),
    sql`${assignments.expireAt} > now()`,
  )
  return (await tx.$count(assignments, running)) > 0
}

/** Pending claims of a user whose time is over but which no job has ended yet. */
export async function overdueAssignments(
  db: Database,
  { userId }: { readonly userId: string },
): Promise<AssignmentRow[]> {
  const scope = and(eq(assignments.userId, userId), isNull(assignments.doneAt))
  return db
    .select()
    .from(assignments)
    .where(and(scope, isNull(assignments.endedAt), lte(assignments.expireAt, sql`now()`)))
}
