import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Corners } from '../../../contract/api/map-record.ts'
import { WORLD_HALF_METRES } from '../../../contract/constants.ts'
import type { Database } from '../database.ts'
import { newId } from '../new-id.ts'
import { users } from '../schema/accounts.ts'
import { follows, followTold } from '../schema/follows.ts'
import { maps } from '../schema/maps.ts'
import { boxValue } from './map-boxes.ts'

export type FollowRow = typeof follows.$inferSelect
type FollowKind = FollowRow['kind']

/** What is followed: a map or a user by its id, or a box. */
export type Followed =
  | { readonly kind: 'map'; readonly mapId: string }
  | { readonly kind: 'user'; readonly followedId: string }
  | { readonly kind: 'place'; readonly box: Corners; readonly name: string | null }

/** Until the transaction ends nothing else of the user's is added. */
export async function lockFollowsOf(tx: Database, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('palimpsest-follows:' || ${userId}))`)
}

function isIt(followed: Followed): SQL {
  switch (followed.kind) {
    case 'map':
      return eq(follows.mapId, followed.mapId)
    case 'user':
      return eq(follows.followedId, followed.followedId)
    case 'place':
      return sql`${follows.box} ~= ${boxValue(followed.box)}`
  }
}

export async function findFollow(
  db: Database,
  userId: string,
  followed: Followed,
): Promise<FollowRow | undefined> {
  const [row] = await db
    .select()
    .from(follows)
    .where(and(eq(follows.userId, userId), isIt(followed)))
  return row
}

export function countFollows(db: Database, userId: string, kind: FollowKind): Promise<number> {
  return db.$count(follows, and(eq(follows.userId, userId), eq(follows.kind, kind)))
}

export async function insertFollow(tx: Database, userId: string, followed: Followed): Promise<FollowRow> {
  const [row] = await tx
    .insert(follows)
    .values({ id: newId(), userId, ...followed })
    .returning()
  return row!
}

export async function renameFollow(tx: Database, id: string, name: string | null): Promise<void> {
  await tx.update(follows).set({ name }).where(eq(follows.id, id))
}

/** Returns whether it was followed. */
export async function removeFollow(
  db: Database,
  userId: string,
  followed: { readonly id: string } | Exclude<Followed, { kind: 'place' }>,
): Promise<boolean> {
  const which =
    'id' in followed ? and(eq(follows.id, followed.id), eq(follows.kind, 'place')) : isIt(followed)
  const removed = await db
    .delete(follows)
    .where(and(eq(follows.userId, userId), which))
    .returning({ id: follows.id })
  return removed.length > 0
}

/** All that a user follows, newest first; maps in the trash and those that they may not see are without a title. */
export function listFollows(db: Database, userId: string) {
  const title = sql<string | null>`case when ${maps.deletedAt} is null
    and (${maps.isPublic} or ${maps.ownerId} = ${userId}) then ${maps.title} end`
  return db
    .select({ follow: follows, title, username: users.username })
    .from(follows)
    .leftJoin(maps, eq(maps.id, follows.mapId))
    .leftJoin(users, eq(users.id, follows.followedId))
    .where(eq(follows.userId, userId))
    .orderBy(desc(follows.followedAt), desc(follows.id))
}

/** By how much the worlds beside ours lie off, EPSG:3857 metres. */
export const WORLD_SHIFTS = [0, 2 * WORLD_HALF_METRES, -2 * WORLD_HALF_METRES]

const shifted = ({ minX, minY, maxX, maxY }: Corners, shift: number): Corners => ({
  minX: minX + shift,
  minY,
  maxX: maxX + shift,
  maxY,
})

/** Whose follows something concerns. Absent: of that kind none. */
export interface Concerned {
  readonly mapId?: string
  readonly followedIds?: readonly string[]
  /** Places that meet this box, and where there is an earlier one did not meet that. */
  readonly box?: { readonly now: Corners; readonly before: Corners | null }
}

/** Places are kept as they were drawn, maybe beyond the world's edge: a map is looked for in the worlds beside as well. */
function meetsPlace(box: Corners): SQL {
  const met = WORLD_SHIFTS.map((shift) => sql`${follows.box} && ${boxValue(shifted(box, shift))}`)
  return sql`(${sql.join(met, sql` or `)})`
}

function isConcerned({ mapId, followedIds = [], box }: Concerned): SQL {
  const conditions: SQL[] = []
  if (mapId !== undefined) conditions.push(eq(follows.mapId, mapId))
  for (const id of followedIds) conditions.push(eq(follows.followedId, id))
  if (box) {
    const notBefore = box.before ? sql` and not ${meetsPlace(box.before)}` : sql``
    conditions.push(sql`(${meetsPlace(box.now)}${notBefore})`)
  }
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
}

/** Follows that something concerns, of a page of users after one, in the order of the users. */
export async function concernedFollows(
  db: Database,
  concerned: Concerned,
  { after, users: most }: { readonly after: string | null; readonly users: number },
): Promise<FollowRow[]> {
  const where = isConcerned(concerned)
  const page = db
    .selectDistinct({ userId: follows.userId })
    .from(follows)
    .where(and(where, after === null ? undefined : sql`${follows.userId} > ${after}`))
    .orderBy(follows.userId)
    .limit(most)
  return db
    .select()
    .from(follows)
    .where(and(where, inArray(follows.userId, page)))
    .orderBy(follows.userId, follows.id)
}

/** Keeps that a follower has been told of a map as new. Returns whether it is the first time. */
export async function recordAnnounced(tx: Database, told: typeof followTold.$inferInsert): Promise<boolean> {
  const kept = await tx
    .insert(followTold)
    .values(told)
    .onConflictDoNothing()
    .returning({ mapId: followTold.mapId })
  return kept.length > 0
}

/** Whether anyone follows a map. */
export async function isMapFollowed(db: Database, mapId: string): Promise<boolean> {
  const [row] = await db.select({ id: follows.id }).from(follows).where(eq(follows.mapId, mapId)).limit(1)
  return row !== undefined
}
