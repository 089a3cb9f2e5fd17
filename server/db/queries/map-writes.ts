import { and, eq, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { MapFields } from '../../../contract/rules/map-fields.ts'
import { parseScale } from '../../../contract/rules/map-fields.ts'
import { readWrittenDate } from '../../../contract/rules/written-date.ts'
import type { Database } from '../database.ts'
import { foldText } from '../../fold-text.ts'
import { idempotencyKeys, maps } from '../schema/maps.ts'

export type MapColumns = typeof maps.$inferSelect

/** The metadata of a map, whole. */
export type StoredFields = Required<Omit<MapFields, 'isPublic'>>

/** Columns that metadata are stored in. */
type FieldColumns = Pick<
  MapColumns,
  | Exclude<keyof StoredFields, 'scale' | 'date'>
  | 'scaleNumerator'
  | 'scaleDenominator'
  | 'dateText'
  | 'dateFrom'
  | 'dateTo'
  | 'dateIsUnsure'
>

/** Metadata as it lies in the row. */
export function fieldsOf(row: FieldColumns): StoredFields {
  const { scaleNumerator: numerator, scaleDenominator: denominator } = row
  return {
    title: row.title,
    modernTitle: row.modernTitle,
    alternativeTitle: row.alternativeTitle,
    sheetNumber: row.sheetNumber,
    year: row.year,
    startYear: row.startYear,
    endYear: row.endYear,
    scale: numerator !== null && denominator !== null ? `${numerator}:${denominator}` : null,
    creator: row.creator,
    publisher: row.publisher,
    description: row.description,
    dpi: row.dpi,
    licence: row.licence,
    attribution: row.attribution,
    shelfmark: row.shelfmark,
    institution: row.institution,
    catalogueUrl: row.catalogueUrl,
    sheetBounds: row.sheetBounds,
    date: row.dateText,
  }
}

/** Fields that are not there hold nothing. */
const allOf = (plain: Omit<StoredFields, 'scale' | 'date'>) =>
  Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value ?? null])) as Pick<
    FieldColumns,
    keyof typeof plain
  >

/** Columns for a whole set of metadata, as far as they are shown. */
export function shownColumns({ scale: scaleText, date: dateText, ...plain }: StoredFields): FieldColumns {
  const scale = scaleText ? parseScale(scaleText) : undefined
  const date = dateText ? readWrittenDate(dateText) : null
  return {
    ...allOf(plain),
    scaleNumerator: scale?.numerator ?? null,
    scaleDenominator: scale?.denominator ?? null,
    dateText: date ? (dateText ?? null) : null,
    dateFrom: date?.from ?? null,
    dateTo: date?.to ?? null,
    dateIsUnsure: date?.isUnsure ?? null,
  }
}

/** Columns for a whole set of metadata, with what is derived from it for searching. */
export function columnsFor(fields: StoredFields) {
  const { scale: scaleText, date: dateText } = fields
  const named = [fields.year, fields.startYear, fields.endYear].filter((year) => typeof year === 'number')
  const date = dateText ? readWrittenDate(dateText) : null
  // It is found by every year that it may mean.
  const years = date ? [...named, date.from, date.to] : named
  const attributes = {
    title: fields.title,
    modernTitle: fields.modernTitle,
    alternativeTitle: fields.alternativeTitle,
    description: fields.description,
    creator: fields.creator,
    publisher: fields.publisher,
    scale: scaleText,
    shelfmark: fields.shelfmark,
    institution: fields.institution,
    year: [...named, dateText].filter(Boolean).join(' '),
  }
  const folded = Object.fromEntries(
    Object.entries(attributes).map(([name, text]) => [name, foldText(text ?? '')]),
  )
  return {
    ...shownColumns(fields),
    folded,
    search: Object.values(folded).filter(Boolean).join('\n'),
    firstYear: years.length > 0 ? Math.min(...years) : null,
    lastYear: years.length > 0 ? Math.max(...years) : null,
  }
}

export interface NewMap {
  readonly id: string
  readonly ownerId: string
  readonly fields: StoredFields
  readonly isPublic: boolean
  /** Absent: the map is the first of its scan. */
  readonly scanId?: string
  readonly originalKey: string
  readonly originalExtension: string
  readonly originalBytes: number
  readonly scanName?: string | null
  /** `fetching` where the original is still to come; else it waits for its conversion. */
  readonly processingState?: 'fetching'
  /** Where it comes from then. */
  readonly importSource?: object
  /** The address that was given for it. */
  readonly importedFrom?: string
}

export async function insertMap(tx: Database, { fields, ...map }: NewMap): Promise<void> {
  await tx.insert(maps).values({ scanId: map.id, ...map, ...columnsFor(fields) })
}

/**
 * The row, locked until the transaction ends: whoever wants to change what a map is goes through here. Rows that only
 * name the map may come and go meanwhile: a lock against these too (`for update`) makes two transactions that name each
 * other's rows wait for one another.
 */
export async function lockMap(tx: Database, id: string): Promise<MapColumns | undefined> {
  const [row] = await tx
    .select()
    .from(maps)
    .where(and(eq(maps.id, id), isNull(maps.deletedAt)))
    .for('no key update')
  return row
}

/** As `lockMap`, for many, in one order for all, so that two who lock the same maps never wait for one another. */
export async function lockMaps(tx: Database, ids: readonly string[]): Promise<MapColumns[]> {
  if (ids.length === 0) return []
  return tx
    .select()
    .from(maps)
    .where(and(inArray(maps.id, [...ids]), isNull(maps.deletedAt)))
    .orderBy(maps.id)
    .for('no key update')
}

/** As `lockMap`, for a map in the trash. */
export async function lockTrashedMap(tx: Database, id: string): Promise<MapColumns | undefined> {
  const [row] = await tx
    .select()
    .from(maps)
    .where(and(eq(maps.id, id), sql`${maps.deletedAt} is not null`))
    .for('no key update')
  return row
}

/** Removes a map with all that hangs on it: its versions, points, comments and places in catalogs. */
export async function removeMapRow(tx: Database, id: string): Promise<void> {
  await tx.delete(maps).where(eq(maps.id, id))
}

export async function updateMapColumns(
  tx: Database,
  id: string,
  values: Partial<Omit<typeof maps.$inferInsert, 'id' | 'ownerId'>>,
): Promise<void> {
  await tx
    .update(maps)
    .set({ ...values, updatedAt: sql`now()` })
    .where(eq(maps.id, id))
}

/** Signed paths made before end: raised when a map becomes private, is deleted or changes hands. */
export async function endSignedPaths(tx: Database, id: string): Promise<void> {
  await tx
    .update(maps)
    .set({ accessEpoch: sql`${maps.accessEpoch} + 1` })
    .where(eq(maps.id, id))
}

/** Leaves the unlisted link that a map has, else makes one of this token. Returns the token that counts. */
export async function leaveMapToken(tx: Database, id: string, token: string): Promise<string> {
  const [row] = await tx
    .update(maps)
    .set({ shareToken: sql`coalesce(${maps.shareToken}, ${token})` })
    .where(eq(maps.id, id))
    .returning({ shareToken: maps.shareToken })
  return row?.shareToken ?? token
}

/** Maps that a user has uploaded since a moment, those in the trash included. */
export async function countUploadsSince(tx: Database, userId: string, since: Date): Promise<number> {
  return tx.$count(maps, and(eq(maps.ownerId, userId), gte(maps.uploadDate, since)))
}

export async function findIdempotentUpload(
  db: Database,
  userId: string,
  key: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ mapId: idempotencyKeys.mapId })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)))
  return row?.mapId
}

/** @throws with the constraint of the primary key where the key was used in the meantime */
export async function insertIdempotentUpload(
  tx: Database,
  upload: { userId: string; key: string; mapId: string },
): Promise<void> {
  await tx.insert(idempotencyKeys).values(upload)
}
