import type { Notification } from '../../../contract/api/notifications.ts'
import type { Database } from '../../db/database.ts'
import { isId } from '../../db/new-id.ts'
import {
  countUnread,
  deleteNotificationRow,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationFilter,
} from '../../db/queries/notifications.ts'
import { announceUnread, notificationView } from './notify.ts'
import { notFound } from '../refusal.ts'

export interface NotificationPage {
  readonly notifications: Notification[]
  readonly total: number
  readonly page: number
  readonly limit: number
  readonly unreadCount: number
}

export async function notificationPage(
  db: Database,
  userId: string,
  { page, limit, ...filter }: NotificationFilter & { readonly page: number; readonly limit: number },
): Promise<NotificationPage> {
  const [{ rows, total }, unreadCount] = await Promise.all([
    listNotifications(db, userId, filter, { page, limit }),
    countUnread(db, userId),
  ])
  return { notifications: rows.map(notificationView), total, page, limit, unreadCount }
}

/** @throws Refusal 404 */
export async function readNotification(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!isId(id) || !(await markNotificationRead(tx, userId, id))) throw notFound()
    await announceUnread(tx, userId)
  })
}

/** Returns how many were unread. */
export function readAllNotifications(db: Database, userId: string): Promise<number> {
  return db.transaction(async (tx) => {
    const updated = await markAllNotificationsRead(tx, userId)
    if (updated > 0) await announceUnread(tx, userId)
    return updated
  })
}

/** @throws Refusal 404 */
export async function removeNotification(db: Database, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!isId(id) || !(await deleteNotificationRow(tx, userId, id))) throw notFound()
    await announceUnread(tx, userId)
  })
}
