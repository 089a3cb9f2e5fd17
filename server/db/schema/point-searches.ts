import {
  bigint,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { PROPOSAL_REASONS, type PointProposal } from '../../../contract/api/lettering.ts'
import { POINT_DECISIONS } from '../../../contract/api/point-searches.ts'
import { users } from './accounts.ts'
import { maps } from './maps.ts'
import type { StoredError } from './stored-json.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** Control points that a job searches for a map, and what became of them; one row for each map. */
export const pointSearches = pgTable(
  'point_searches',
  {
    mapId: uuid('map_id')
      .primaryKey()
      .references(() => maps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the job. `idle`: there is none. */
    state: text('state', { enum: ['idle', 'waiting', 'running', 'failed'] }).notNull(),
    percent: real('percent').notNull().default(0),
    error: jsonb('error').$type<StoredError>(),
    /** The attempt that may store what it finds; the reading of the scan has the same one. */
    attempt: uuid('attempt'),
    /** The original that is searched: what another one says is not stored. */
    originalKey: text('original_key').notNull(),
    askedAt: moment('asked_at').notNull().defaultNow(),
    /** When the last search ended; null: none has. What follows is its result. */
    foundAt: moment('found_at'),
    reason: text('reason', { enum: PROPOSAL_REASONS }),
    by: text('by', { enum: ['names', 'sheet'] }),
    /** log10. */
    odds: doublePrecision('odds'),
    place: text('place'),
    points: jsonb('points').$type<readonly PointProposal[]>(),
    decision: text('decision', { enum: POINT_DECISIONS }),
    decidedAt: moment('decided_at'),
    /** Version of the draft that accepting has made. */
    draftVersion: bigint('draft_version', { mode: 'number' }),
  },
  (table) => [index('point_searches_user').on(table.userId, table.state)],
)
