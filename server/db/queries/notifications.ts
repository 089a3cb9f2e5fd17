import { and, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { users } from '../schema/accounts.ts'
import { notifications } from '../schema/notifications.ts'

export interface NotificationRow {
  readonly notification: typeof notifications.$inferSelect
  readonly senderName: string | null
}

export interface NotificationFilter {
  readonly type?: NotificationRow['notification']['type'] | undefined
  readonly priority?: NotificationRow['notification']['priority'] | undefined
  readonly isRead?: boolean | undefined
}

function where(userId: string, { type, priority, isRead }: NotificationFilter): SQL | undefined {
  return and(
    eq(notifications.userId, userId),
    type && eq(notifications.type, type),
    priority && eq(notifications.priority, priority),
    isRead === undefined
      ? undefined
      : isRead
        ? isNotNull(notifications.readAt)
        : isNull(notifications.readAt),
  )
}

/** A page of a user's notifications, newest first, and how many there are in all. */
export async function listNotifications(
  db: Database,
  userId: string,
  filter: NotificationFilter,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ rows: NotificationRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    db
      .select({ notification: notifications, senderName: users.username })
      .from(notifications)
      .leftJoin(users, eq(users.id, notifications.senderId))
      .where(where(userId, filter))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.$count(notifications, where(userId, filter)),
  ])
  return { rows, total }
}

export function countUnread(db: Database, userId: string): Promise<number> {
  return db.$count(notifications, where(userId, { isRead: false }))
}

/** Adds a notification; undefined where the same one (`once`) was sent before. */
export async function insertNotification(
  tx: Database,
  values: typeof notifications.$inferInsert,
): Promise<NotificationRow['notification'] | undefined> {
  const [row] = await tx.insert(notifications).values(values).onConflictDoNothing().returning()
  return row
}

/** What unread notices are joined by, and who caused the newest. */
interface JoinedNotice {
  readonly userIds: readonly string[]
  readonly type: NotificationRow['notification']['type']
  readonly senderId: string
  /** What it is about: notices whose `data` says the same are joined. */
  readonly by: 'mapId' | 'catalogId'
  readonly data: NotificationRow['notification']['data']
}

/**
 * Counts one more in the unread notices of a kind about a map or a catalog, as the newest of them, which now speak of
 * what `data` says; returns whose they are.
 */
export async function joinUnread(
  tx: Database,
  { userIds, type, senderId, by, data: news }: JoinedNotice,
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  const { data } = notifications
  const rows = await tx
    .update(notifications)
    .set({
      senderId,
      createdAt: sql`now()`,
      data: sql`${data} || ${JSON.stringify(news)}::jsonb
        || jsonb_build_object('count', coalesce((${data} ->> 'count')::int, 1) + 1)`,
    })
    .where(
      and(
        inArray(notifications.userId, [...userIds]),
        eq(notifications.type, type),
        isNull(notifications.readAt),
        sql`${data} ->> ${by}::text = ${news[by] ?? null}`,
      ),
    )
    .returning({ userId: notifications.userId })
  return new Set(rows.map(({ userId }) => userId))
}

/** Removes a user's unread notices of some kinds about a catalog; returns what they said. */
export async function removeUnreadOfCatalog(
  tx: Database,
  userId: string,
  catalogId: string,
  types: readonly NotificationRow['notification']['type'][],
): Promise<NotificationRow['notification']['data'][]> {
  const removed = await tx
    .delete(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        inArray(notifications.type, [...types]),
        isNull(notifications.readAt),
        sql`${notifications.data} ->> 'catalogId' = ${catalogId}`,
      ),
    )
    .returning({ data: notifications.data })
  return removed.map(({ data }) => data)
}

/** A notice to one follower, and what makes it unique. */
interface FollowNotice {
  readonly userId: string
  readonly type: NotificationRow['notification']['type']
  readonly once: string
  readonly data: NotificationRow['notification']['data']
}

/**
 * Counts one more in the unread notice of a kind that came of the same follow (`data.followId`), as the newest, and
 * speaks of what `data` says. Returns whether there was one, or the same was sent before.
 */
export async function joinFollowNotice(
  tx: Database,
  { userId, type, once, data: news }: FollowNotice,
): Promise<boolean> {
  if ((await tx.$count(notifications, eq(notifications.once, once))) > 0) return true
  const { data } = notifications
  const rows = await tx
    .update(notifications)
    .set({
      once,
      createdAt: sql`now()`,
      data: sql`${data} || ${JSON.stringify(news)}::jsonb
        || jsonb_build_object('count', coalesce((${data} ->> 'count')::int, 1) + 1)`,
    })
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.type, type),
        isNull(notifications.readAt),
        sql`${data} ->> 'followId' = ${news.followId ?? ''}`,
      ),
    )
    .returning({ id: notifications.id })
  return rows.length > 0
}

export async function usernameOf(db: Database, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ username: users.username }).from(users).where(eq(users.id, userId))
  return row?.username
}

/** Returns whether the user has this notification; one that was read before keeps its time. */
export async function markNotificationRead(db: Database, userId: string, id: string): Promise<boolean> {
  const own = and(eq(notifications.id, id), eq(notifications.userId, userId))
  await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(and(own, isNull(notifications.readAt)))
  return (await db.$count(notifications, own)) > 0
}

/** Returns how many were unread. */
export async function markAllNotificationsRead(db: Database, userId: string): Promise<number> {
  const updated = await db
    .update(notifications)
    .set({ readAt: new Date() })
    .where(where(userId, { isRead: false }))
    .returning({ id: notifications.id })
  return updated.length
}

/** Returns whether there was one to delete. */
export async function deleteNotificationRow(db: Database, userId: string, id: string): Promise<boolean> {
  const deleted = await db
    .delete(notifications)
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning({ id: notifications.id })
  return deleted.length > 0
}
