import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { xid8 } from './columns.ts'

/**
 * Which transaction changed which map; triggers of `maps` fill it. By it the processes bring what they have in memory of
 * the maps up to date.
 *
 * Decision: docs/decisions/2026-11-28-columns-in-memory.md
 */
export const mapChanges = pgTable(
  'map_changes',
  {
    xid: xid8('xid').notNull(),
    /** Null: any map may have been changed by any transaction up to this one. */
    mapId: uuid('map_id'),
  },
  (table) => [index('map_changes_xid').on(table.xid)],
)
