import {
  bigserial,
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { maps } from './maps.ts'
import { users } from './accounts.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const catalogs = pgTable(
  'catalogs',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    titleKey: text('title_key').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Token of the unlisted link; null until the catalog is first shared. */
    shareToken: text('share_token').unique('catalogs_share_token'),
  },
  (table) => [unique('catalogs_title').on(table.ownerId, table.titleKey)],
)

export const catalogMaps = pgTable(
  'catalog_maps',
  {
    catalogId: uuid('catalog_id')
      .notNull()
      .references(() => catalogs.id, { onDelete: 'cascade' }),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    addedAt: moment('added_at').notNull().defaultNow(),
    /** By which the maps of a catalog stand in order; what is added comes last. */
    place: bigserial('place', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.mapId] }),
    index('catalog_maps_map').on(table.mapId),
  ],
)

/** Users with whom a catalog is shared: to look at, or to edit together. */
export const catalogShares = pgTable(
  'catalog_shares',
  {
    catalogId: uuid('catalog_id')
      .notNull()
      .references(() => catalogs.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sharedAt: moment('shared_at').notNull().defaultNow(),
    /** Adds, removes, orders and renames; deleting and sharing are the owner's. */
    mayEdit: boolean('may_edit').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.catalogId, table.userId] }),
    index('catalog_shares_user').on(table.userId),
  ],
)
