import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import {
  NOTIFICATION_PRIORITIES,
  NOTIFICATION_TYPES,
  type Notification,
} from '../../../contract/api/notifications.ts'
import { users } from './accounts.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type', { enum: NOTIFICATION_TYPES }).notNull(),
    priority: text('priority', { enum: NOTIFICATION_PRIORITIES }).notNull(),
    /** Of announcements; all others are worded when they are read, and have none here. */
    title: text('title').notNull(),
    message: text('message').notNull(),
    readAt: moment('read_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    actionUrl: text('action_url'),
    actionRequired: boolean('action_required').notNull().default(true),
    senderId: uuid('sender_id').references(() => users.id, { onDelete: 'set null' }),
    data: jsonb('data').$type<Notification['data']>().notNull(),
    /** Makes a notice that a repeated job would send again unique; null where repeats are meant. */
    once: text('once').unique('notifications_once'),
  },
  (table) => [
    index('notifications_user').on(table.userId, table.createdAt),
    index('notifications_unread')
      .on(table.userId)
      .where(sql`${table.readAt} is null`),
  ],
)
