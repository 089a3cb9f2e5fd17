import { sql } from 'drizzle-orm'
import { char, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The names of a place, folded, one by one, as their index knows them. */
export const PLACE_NAMES = sql.raw(`string_to_array("places"."folded", '|')`)

/** The embedded gazetteer: towns and regions, in degrees. */
export const places = pgTable(
  'places',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    folded: text('folded').notNull(),
    country: char('country', { length: 2 }).notNull(),
    region: text('region'),
    kind: text('kind').notNull(),
    population: integer('population').notNull().default(0),
    lon: doublePrecision('lon').notNull(),
    lat: doublePrecision('lat').notNull(),
    west: doublePrecision('west'),
    south: doublePrecision('south'),
    east: doublePrecision('east'),
    north: doublePrecision('north'),
    boundary: text('boundary'),
  },
  (table) => [
    index('places_folded_trgm').using('gin', table.folded.op('gin_trgm_ops')),
    index('places_names').using('gin', PLACE_NAMES),
  ],
)

/** Which release of the gazetteer `places` holds. */
export const gazetteerVersion = pgTable('gazetteer_version', { version: text('version').primaryKey() })
