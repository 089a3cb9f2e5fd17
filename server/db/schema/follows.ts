import { index, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { box } from './columns.ts'
import { maps } from './maps.ts'

/** What a user wants to hear of: a map, a person, or a place. */
export const follows = pgTable(
  'follows',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['map', 'user', 'place'] }).notNull(),
    mapId: uuid('map_id').references(() => maps.id, { onDelete: 'cascade' }),
    followedId: uuid('followed_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of a place, EPSG:3857 metres; it may reach beyond the world's edge. */
    box: box('box'),
    name: text('name'),
    followedAt: timestamp('followed_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    unique('follows_one_a_map').on(table.userId, table.mapId),
    unique('follows_one_a_user').on(table.userId, table.followedId),
    index('follows_map').on(table.mapId),
    index('follows_user').on(table.followedId),
    index('follows_box').using('gist', table.box),
  ],
)

/** Of which maps who follows a person or a place has been told that they are new: of each once. */
export const followTold = pgTable(
  'follow_told',
  {
    followId: uuid('follow_id')
      .notNull()
      .references(() => follows.id, { onDelete: 'cascade' }),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.followId, table.mapId] }),
    index('follow_told_map').on(table.mapId),
  ],
)
