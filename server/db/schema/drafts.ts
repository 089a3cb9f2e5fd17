import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Transformation } from '../../../contract/api/map-record.ts'
import type { SheetPlacementInput } from '../../../contract/rules/control-points.ts'
import { users } from './accounts.ts'
import { maps } from './maps.ts'

/** What is kept of a draft: the points, and how the sheet was laid by hand before they were enough. */
export type KeptTransformation = Transformation & { readonly laid?: SheetPlacementInput }

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Unpublished work: one draft a user and map. */
export const drafts = pgTable(
  'drafts',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    /** Grows with every save; as it begins with the clock, it grows over a deletion too. */
    version: bigint('version', { mode: 'number' }).notNull(),
    savedAt: moment('saved_at').notNull().defaultNow(),
    /** Number of the overlay that the work began from; null: the map had none. */
    baseVersion: integer('base_version'),
    transformation: jsonb('transformation').$type<KeptTransformation>().notNull(),
    /** Of the transformation as text. */
    bytes: integer('bytes').generatedAlwaysAs(sql.raw('octet_length(transformation::text)')),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mapId] }), index('drafts_map').on(table.mapId)],
)
