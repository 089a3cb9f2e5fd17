import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { MAP_EVENT_KINDS } from '../../../contract/api/map-history.ts'
import { TRANSFORMATION_TYPES } from '../../../contract/control-points.ts'
import type { RecordedChange } from '../../../contract/rules/map-fields.ts'
import { users } from './accounts.ts'
import { maps } from './maps.ts'

/** What happened to a map. Rows are only added; they go with the map. */
export const mapEvents = pgTable(
  'map_events',
  {
    id: uuid('id').primaryKey(),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: MAP_EVENT_KINDS }).notNull(),
    /** Who did it; null: the clock, or someone whose account has ended. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Whose claim it was about. */
    workerId: uuid('worker_id').references(() => users.id, { onDelete: 'set null' }),
    /** Number of the overlay that it was about, with its type and points: the overlay itself may be gone. */
    version: integer('version'),
    transformationType: text('transformation_type', { enum: TRANSFORMATION_TYPES }),
    pointCount: integer('point_count'),
    reason: text('reason'),
    note: text('note'),
    /** Metadata that was proposed, taken over, or corrected. */
    changes: jsonb('changes').$type<RecordedChange[]>(),
    happenedAt: timestamp('happened_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [index('map_events_map').on(table.mapId, table.happenedAt)],
)
