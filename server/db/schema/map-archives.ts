import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  jsonb,
  pgTable,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import type { MapArchiveKind } from '../../../contract/api/map-archive.ts'
import { maps, mapVersions } from './maps.ts'
import type { StoredError } from './stored-json.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** A published overlay as another file, which is made when somebody asks for it and stored for a while. The first kind gave the table its name. */
export const mapArchives = pgTable(
  'tile_archives',
  {
    id: uuid('id').primaryKey(),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    versionId: uuid('version_id')
      .notNull()
      .references(() => mapVersions.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<MapArchiveKind>().notNull().default('pmtiles'),
    /** Who asked for it; null when their account has ended. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text('state', { enum: ['queued', 'running', 'done', 'failed'] })
      .notNull()
      .default('queued'),
    percent: real('percent').notNull().default(0),
    error: jsonb('error').$type<StoredError>(),
    /** The attempt that may finish it. */
    attempt: uuid('attempt'),
    /** Of the finished file. */
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    unique('tile_archives_version_kind').on(table.versionId, table.kind),
    index('tile_archives_map').on(table.mapId),
    uniqueIndex('tile_archives_one_per_user')
      .on(table.userId)
      .where(sql`${table.state} in ('queued', 'running')`),
  ],
)
