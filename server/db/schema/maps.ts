import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { PROCESSING_STATES, TRANSFORM_STATES, type Transformation } from '../../../contract/api/map-record.ts'
import { LICENCE_NAMES } from '../../../contract/rights.ts'
import type { MapSnapshot, Proposal, StoredError, StoredGcps, StoredWarning } from './stored-json.ts'
import { box, polygon } from './columns.ts'
import { users } from './accounts.ts'

/** Maps that everybody may find: those of the public list and the public ones that nobody has placed yet. */
const OPEN = sql.raw(
  "is_public and deleted_at is null and (current_version_id is not null or processing_state = 'ready')",
)
/** Public maps that nobody has placed yet. */
const UNPLACED = sql.raw(
  "is_public and deleted_at is null and current_version_id is null and processing_state = 'ready'",
)
/** A user's own maps that are not open to all. */
const CLOSED = sql.raw(
  "deleted_at is null and not (is_public and (current_version_id is not null or processing_state = 'ready'))",
)
/** So many letters of the titles are in the index of how they begin: an entry of it may not be as long as a title. */
export const TITLE_START_LETTERS = 64
/** The start of the folded titles, as their index knows it. */
export const TITLE_START = sql.raw(`left("maps"."folded_titles", ${TITLE_START_LETTERS})`)
/** The years a map speaks of as a range, as their index knows them; null when undated. */
export const YEAR_SPAN = sql.raw(
  `case when "maps"."first_year" <= "maps"."last_year" then int4range("maps"."first_year", "maps"."last_year", '[]') end`,
)

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

export const maps = pgTable(
  'maps',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    modernTitle: text('modern_title'),
    alternativeTitle: text('alternative_title'),
    sheetNumber: text('sheet_number'),
    year: smallint('year'),
    startYear: smallint('start_year'),
    endYear: smallint('end_year'),
    scaleNumerator: text('scale_numerator'),
    scaleDenominator: text('scale_denominator'),
    dpi: text('dpi'),
    creator: text('creator'),
    publisher: text('publisher'),
    description: text('description'),
    licence: text('licence', { enum: LICENCE_NAMES }),
    attribution: text('attribution'),
    shelfmark: text('shelfmark'),
    institution: text('institution'),
    catalogueUrl: text('catalogue_url'),
    /** As `writeSheetBounds` writes it. */
    sheetBounds: text('sheet_bounds'),
    /** Address that the scan was imported from. */
    importedFrom: text('imported_from'),
    /** A date as an archive writes it, and what was read from it when it was written. */
    dateText: text('date_text'),
    dateFrom: smallint('date_from'),
    dateTo: smallint('date_to'),
    dateIsUnsure: boolean('date_is_unsure'),
    /** All searchable attributes folded, one a line: what the trigram index narrows a search by. */
    search: text('search').notNull(),
    /** The same attributes folded, each by its name. */
    folded: jsonb('folded').$type<Record<string, string>>().notNull(),
    /** The three titles folded, one a line, and creator and publisher: short texts beside the long ones of `folded`. */
    foldedTitles: text('folded_titles').generatedAlwaysAs(
      sql.raw(
        `coalesce(folded->>'title', '') || chr(10) || coalesce(folded->>'modernTitle', '') || chr(10) || coalesce(folded->>'alternativeTitle', '')`,
      ),
    ),
    foldedPeople: text('folded_people').generatedAlwaysAs(
      sql.raw(`coalesce(folded->>'creator', '') || chr(10) || coalesce(folded->>'publisher', '')`),
    ),
    /** First and last year the map speaks of, null when undated. */
    firstYear: smallint('first_year'),
    lastYear: smallint('last_year'),

    uploadDate: moment('upload_date').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    isPublic: boolean('is_public').notNull().default(false),
    /** Whether others may claim it while it is public and nobody has placed it. */
    acceptsClaims: boolean('accepts_claims').notNull().default(true),
    /** Set while the operator has taken the map down: it is its owner's alone, whatever they choose. */
    takenDownAt: moment('taken_down_at'),
    /** Set while the map is in the trash. */
    deletedAt: moment('deleted_at'),
    /**
     * Names the scan: the folder of its files, and what the maps of one scan have in common. The first map's id, which may
     * be gone. A trigger fills it where it is left out.
     */
    scanId: uuid('scan_id').notNull(),
    /** Raised when paths signed before must no longer open the files. */
    accessEpoch: integer('access_epoch').notNull().default(0),
    /** Token of the unlisted link; null where there is none. */
    shareToken: text('share_token').unique('maps_share_token'),

    originalKey: text('original_key').notNull(),
    originalExtension: text('original_extension').notNull(),
    originalBytes: bigint('original_bytes', { mode: 'number' }).notNull(),
    /** What its file was called where it was uploaded; null where it was imported, or by an earlier release. */
    scanName: text('scan_name'),
    /** What tells its content from any other's; null until it has been read once, and of earlier releases. */
    scanDigest: text('scan_digest'),
    processingState: text('processing_state', { enum: PROCESSING_STATES }).notNull().default('queued'),
    processingPercent: real('processing_percent').notNull().default(0),
    processingError: jsonb('processing_error').$type<StoredError>(),
    /** Where the scan is fetched from, as its job is told; null once it is here. */
    importSource: jsonb('import_source'),
    /** The attempt that may publish the converted scan. */
    processingAttempt: uuid('processing_attempt'),
    imageWidth: integer('image_width'),
    imageHeight: integer('image_height'),
    hasAlpha: boolean('has_alpha'),
    convertedBytes: bigint('converted_bytes', { mode: 'number' }),
    scanWarnings: jsonb('scan_warnings').$type<StoredWarning[]>(),
    embeddedGcps: jsonb('embedded_gcps').$type<StoredGcps>(),

    /** The published overlay; the map is transformed when there is one. */
    currentVersionId: uuid('current_version_id'),
    /** Grows when an overlay gets another outline than it was published with: what is kept by overlay is then read anew. */
    outlineRevision: smallint('outline_revision').notNull().default(0),
    /** Bounds of the published overlay, copied from its version for the index. */
    corners: box('corners'),
    /** Control points that the published overlay was made from, copied from its version. */
    pointCount: smallint('point_count'),
    /** Typical error of the published overlay on the ground; null where it is not known or there are too few points. */
    errorMetres: real('error_metres'),
    /** The overlay that `errorMetres` speaks of. */
    judgedVersionId: uuid('judged_version_id'),

    ratingSum: integer('rating_sum').notNull().default(0),
    ratingCount: integer('rating_count').notNull().default(0),
    favoritesCount: integer('favorites_count').notNull().default(0),
  },
  (table) => [
    index('maps_owner').on(table.ownerId, table.uploadDate),
    index('maps_scan').on(table.scanId),
    index('maps_public')
      .on(table.uploadDate)
      .where(sql`${table.isPublic} and ${table.deletedAt} is null`),
    index('maps_corners').using('gist', table.corners),
    index('maps_search').using('gin', table.search.op('gin_trgm_ops')),
    index('maps_years').on(table.firstYear, table.lastYear),
    // Two more, of the public list, are made by migration 0004 alone, as drizzle has no `include`: maps_listed_place and
    // maps_listed_years. They hold what counting and choosing a page look at, so that the wide rows stay unread.
    index('maps_open_upload').on(table.uploadDate, table.id).where(OPEN),
    index('maps_open_title')
      .on(sql`${table.title} collate "lt-x-icu"`, table.id)
      .where(OPEN),
    index('maps_open_year')
      .on(sql`coalesce(${table.firstYear}, 32767)`, table.id)
      .where(OPEN),
    index('maps_open_rating')
      .on(sql`(${table.ratingSum}::float8 / greatest(${table.ratingCount}, 1))`, table.id)
      .where(OPEN),
    index('maps_open_points')
      .on(sql`coalesce(${table.pointCount}, 32767)`, table.id)
      .where(OPEN),
    index('maps_open_error')
      .on(sql`coalesce(${table.errorMetres}, -1)`, table.id)
      .where(OPEN),
    // Few maps, whatever else there is.
    index('maps_unplaced').on(table.uploadDate, table.id).where(UNPLACED),
    index('maps_licensed')
      .on(table.uploadDate, table.id)
      .where(sql`${OPEN} and ${table.licence} is not null`),
    index('maps_titles').using('gin', table.foldedTitles.op('gin_trgm_ops')),
    index('maps_people').using('gin', table.foldedPeople.op('gin_trgm_ops')),
    // By an expression's own index the database also learns how often it is met.
    index('maps_title_start').using('btree', sql`${TITLE_START} text_pattern_ops`),
    index('maps_year_span').using('gist', sql`(${YEAR_SPAN})`),
    // Few maps of a user: without it the database looks for a search's words among all maps a second time.
    index('maps_closed').on(table.ownerId, table.uploadDate, table.id).where(CLOSED),
    index('maps_unjudged')
      .on(table.id)
      .where(
        sql`${table.currentVersionId} is not null and ${table.judgedVersionId} is distinct from ${table.currentVersionId}`,
      ),
    index('maps_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
  ],
)

/** One overlay that was made of a map. Rows are never changed, but for outlines of earlier releases; which one counts stands in `maps` or `assignments`. */
export const mapVersions = pgTable(
  'map_versions',
  {
    id: uuid('id').primaryKey(),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    n: integer('n').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull().defaultNow(),
    transformation: jsonb('transformation').$type<Transformation>().notNull(),
    /** Hash of points, type, mask, resampling, encoding and scan: equal requests have equal hashes. */
    requestHash: text('request_hash').notNull(),
    fileKey: text('file_key').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    corners: box('corners').notNull(),
    footprint: jsonb('footprint').$type<[number, number][][]>().notNull(),
    /** Whether the footprint ends where the crop does. Not so of what earlier releases published: those had the whole sheet's. */
    outlinesCrop: boolean('outlines_crop').notNull().default(false),
    /** The footprint as the database can ask it for a point; its rings joined to one. */
    outline: polygon('outline').generatedAlwaysAs(sql.raw('footprint_outline(footprint)')),
    warnings: jsonb('warnings').$type<StoredWarning[]>().notNull(),
  },
  (table) => [
    unique('map_versions_n').on(table.mapId, table.n),
    index('map_versions_sheet_outlined')
      .on(table.id)
      .where(sql`not ${table.outlinesCrop} and ${table.transformation} ->> 'mask' is not null`),
  ],
)

/** A request to transform a map: a job works on it, callers wait for it. */
export const transforms = pgTable(
  'transforms',
  {
    id: uuid('id').primaryKey(),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The claim under which it was asked for; null when the owner asked. */
    assignmentId: uuid('assignment_id'),
    requestHash: text('request_hash').notNull(),
    input: jsonb('input').$type<Transformation>().notNull(),
    state: text('state', { enum: TRANSFORM_STATES }).notNull().default('queued'),
    percent: real('percent').notNull().default(0),
    error: jsonb('error').$type<StoredError>(),
    /** The attempt that may publish. */
    attempt: uuid('attempt'),
    versionId: uuid('version_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('transforms_map').on(table.mapId, table.createdAt),
    uniqueIndex('transforms_running')
      .on(table.mapId, table.requestHash)
      .where(sql`${table.state} in ('queued', 'running')`),
  ],
)

/** A claim of a map; it ends by approval, rejection, expiry or the owner's deadline. */
export const assignments = pgTable(
  'assignments',
  {
    id: uuid('id').primaryKey(),
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    claimedAt: moment('claimed_at').notNull().defaultNow(),
    expireAt: moment('expire_at').notNull(),
    doneAt: moment('done_at'),
    /** The overlay made under this claim, seen by owner and assignee only. */
    versionId: uuid('version_id'),
    /** Claims of earlier releases alone have one, until it has become their proposal. */
    snapshot: jsonb('snapshot').$type<MapSnapshot>(),
    proposal: jsonb('proposal').$type<Proposal>().notNull().default({}),
    /** When its user last changed anything: points, overlay or proposal. */
    changedAt: moment('changed_at').notNull().defaultNow(),
    endedAt: moment('ended_at'),
    /** `ended`: by the map's owner before anything was submitted, or by making the map private or deleting it. */
    outcome: text('outcome', { enum: ['approved', 'rejected', 'expired', 'released', 'ended'] }),
    /** Why it was rejected or given back: a reason's key, and the owner's own words. */
    reason: text('reason'),
    note: text('note'),
    /** The owner has asked for changes. */
    returnedAt: moment('returned_at'),
  },
  (table) => [
    uniqueIndex('assignments_one_per_map')
      .on(table.mapId)
      .where(sql`${table.endedAt} is null`),
    uniqueIndex('assignments_one_pending_per_user')
      .on(table.userId)
      .where(sql`${table.endedAt} is null and ${table.doneAt} is null`),
    index('assignments_user').on(table.userId, table.claimedAt),
    index('assignments_expiry')
      .on(table.expireAt)
      .where(sql`${table.endedAt} is null`),
  ],
)

export const ratings = pgTable(
  'ratings',
  {
    mapId: uuid('map_id')
      .notNull()
      .references(() => maps.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    rating: smallint('rating').notNull(),
    ratedAt: moment('rated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.mapId, table.userId] }), index('ratings_user').on(table.userId)],
)

/** Uploads that were sent under a key of the caller's, so that a repeated request finds its first result. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    mapId: uuid('map_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
)

/** Uploads that have begun and are no maps yet: the room that they are promised. */
export const begunUploads = pgTable(
  'begun_uploads',
  {
    /** The id of the map that it is to become. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As announced. */
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('begun_uploads_user').on(table.userId)],
)

/**
 * Each word of any map's texts and of any user's name once, folded: what a misspelt word of a search is compared with.
 * Triggers of the database fill it; a word stays when its map goes.
 */
export const searchWords = pgTable('search_words', { word: text('word').primaryKey() }, (table) => [
  index('search_words_trgm').using('gin', table.word.op('gin_trgm_ops')),
])
