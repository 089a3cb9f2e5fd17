import { index, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { maps } from './maps.ts'

/** Who says that a map needs better points, until its owner has dealt with it: one a user and map. */
export const pointWishes = pgTable(
  'point_wishes',
  {
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    note: text('note'),
    wishedAt: timestamp('wished_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mapId, table.userId] }),
    index('point_wishes_user').on(table.userId),
  ],
)
