import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { WORD_SOURCES } from '../../../contract/api/lettering.ts'
import { users } from './accounts.ts'
import { maps } from './maps.ts'
import type { StoredError } from './stored-json.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** How far reading the words on a scan has come; one row for each map whose words were asked for. */
export const scanReadings = pgTable('scan_readings', {
  mapId: uuid('map_id')
    .primaryKey()
    .references(() => maps.id, { onDelete: 'cascade' }),
  /** Who asked for it last; null when their account has ended. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  /** Of the job. `idle`: there is none. */
  state: text('state', { enum: ['idle', 'waiting', 'reading', 'failed'] })
    .notNull()
    .default('idle'),
  percent: real('percent').notNull().default(0),
  error: jsonb('error').$type<StoredError>(),
  /** The attempt that may store its words. */
  attempt: uuid('attempt'),
  /** The original that is read: words of another are not stored. */
  originalKey: text('original_key').notNull(),
  /** When the words were last read or corrected; null: never. */
  readAt: moment('read_at'),
})

/**
 * The words on scans, in pixels of the scan.
 *
 * Decision: docs/decisions/2026-11-28-words-with-the-scan.md
 */
export const scanWords = pgTable(
  'scan_words',
  {
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    /** Counts the words of a map from 0. */
    n: integer('n').notNull(),
    x: doublePrecision('x').notNull(),
    y: doublePrecision('y').notNull(),
    width: doublePrecision('width').notNull(),
    height: doublePrecision('height').notNull(),
    angle: doublePrecision('angle').notNull(),
    text: text('text').notNull(),
    /** The text as a search compares it. */
    folded: text('folded').notNull(),
    certainty: doublePrecision('certainty').notNull(),
    by: text('by', { enum: WORD_SOURCES }).notNull(),
    /** Other readings, best first; null: none. */
    alternatives: jsonb('alternatives').$type<readonly { text: string; certainty: number }[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.mapId, table.n] }),
    index('scan_words_folded').using('gin', table.folded.op('gin_trgm_ops')),
  ],
)
