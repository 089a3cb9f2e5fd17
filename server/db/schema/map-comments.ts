import { index, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import type { CommentedPoint } from '../../../contract/api/discussion.ts'
import { users } from './accounts.ts'
import { maps } from './maps.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The discussion of maps. A comment goes with its map and with the account of who wrote it. */
export const mapComments = pgTable(
  'map_comments',
  {
    id: uuid('id').primaryKey(),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text('text').notNull(),
    /** A copy: the overlay that had it may be removed. Null: about the map as a whole. */
    point: jsonb('point').$type<CommentedPoint>(),
    writtenAt: moment('written_at').notNull(),
    editedAt: moment('edited_at'),
    /** Set while the operator has taken it down: nobody sees it. */
    takenDownAt: moment('taken_down_at'),
    /** The sender's own mark, by which one that is sent again is known. */
    sendKey: text('send_key'),
  },
  (table) => [
    index('map_comments_map').on(table.mapId, table.writtenAt, table.id),
    // By user first: it also finds what goes with an account.
    unique('map_comments_sent').on(table.userId, table.mapId, table.sendKey),
  ],
)
