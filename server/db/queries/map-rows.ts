import {
  and,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { isLinkToken } from '../new-id.ts'
import { assignments, maps, mapVersions, ratings, transforms } from '../schema/maps.ts'
import { catalogMaps, catalogs } from '../schema/catalogs.ts'
import { users } from '../schema/accounts.ts'

const assignees = alias(users, 'assignees')
const claimVersions = alias(mapVersions, 'claim_versions')

/**
 * A claim that counts: not ended, and either submitted or still within its time. Between its last second and the job
 * that ends it, an expired claim already counts as none.
 */
export const claimIsRunning = sql`(${assignments.endedAt} is null and (${assignments.doneAt} is not null or ${assignments.expireAt} > now()))`

const mapColumns = getTableColumns(maps)

/** What no list shows is not read for one: a list may hold ten thousand maps. */
const {
  search: _search,
  folded: _folded,
  foldedTitles: _foldedTitles,
  foldedPeople: _foldedPeople,
  judgedVersionId: _judgedVersionId,
  lastYear: _lastYear,
  updatedAt: _updatedAt,
  scanId: _scanId,
  originalKey: _originalKey,
  originalBytes: _originalBytes,
  scanDigest: _scanDigest,
  processingAttempt: _processingAttempt,
  importSource: _importSource,
  scanWarnings: _scanWarnings,
  embeddedGcps: _embeddedGcps,
  ...listedColumns
} = mapColumns

function columnsAround(viewerId: string | Placeholder | null) {
  return {
    ownerName: users.username,
    versionN: mapVersions.n,
    claim: {
      id: assignments.id,
      userId: assignments.userId,
      expireAt: assignments.expireAt,
      doneAt: assignments.doneAt,
      versionId: assignments.versionId,
      returnedAt: assignments.returnedAt,
      reason: assignments.reason,
      note: assignments.note,
      changedAt: assignments.changedAt,
      proposal: assignments.proposal,
    },
    claimUsername: assignees.username,
    claimVersionN: claimVersions.n,
    isFavorited: sql<boolean>`exists (select 1 from ${catalogMaps} join ${catalogs} on ${catalogs.id} = ${catalogMaps.catalogId}
      where ${catalogMaps.mapId} = ${maps.id} and ${catalogs.ownerId} = ${viewerId})`,
    userRating: sql<number | null>`(select ${ratings.rating} from ${ratings}
      where ${ratings.mapId} = ${maps.id} and ${ratings.userId} = ${viewerId})`,
  }
}

function selectMaps<Columns extends typeof listedColumns>(
  db: Database,
  viewerId: string | Placeholder | null,
  where: SQL | undefined,
  columns: Columns,
) {
  return db
    .select({ map: columns, ...columnsAround(viewerId) })
    .from(maps)
    .innerJoin(users, eq(users.id, maps.ownerId))
    .leftJoin(mapVersions, eq(mapVersions.id, maps.currentVersionId))
    .leftJoin(assignments, and(eq(assignments.mapId, maps.id), claimIsRunning))
    .leftJoin(assignees, eq(assignees.id, assignments.userId))
    .leftJoin(claimVersions, eq(claimVersions.id, assignments.versionId))
    .where(where)
    .$dynamic()
}

/** Maps as a list shows them, as the viewer sees them. */
export const selectSummaries = (
  db: Database,
  viewerId: string | Placeholder | null,
  where: SQL | undefined,
) => selectMaps(db, viewerId, where, listedColumns)

export type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number]

const selectRecords = (db: Database, viewerId: string | null, where: SQL | undefined) =>
  selectMaps(db, viewerId, where, mapColumns)

/** A map with all that is stored of it. */
export type RecordRow = Awaited<ReturnType<typeof selectRecords>>[number]

/** One map that is not in the trash, as the viewer sees it. */
export async function findRecord(
  db: Database,
  viewerId: string | null,
  id: string,
): Promise<RecordRow | undefined> {
  const [row] = await selectRecords(db, viewerId, and(eq(maps.id, id), isNull(maps.deletedAt)))
  return row
}

/** One map that is not in the trash, by its unlisted link, as nobody in particular sees it. */
export async function findRecordByShareToken(db: Database, token: string): Promise<RecordRow | undefined> {
  if (!isLinkToken(token)) return undefined
  const [row] = await selectRecords(db, null, and(eq(maps.shareToken, token), isNull(maps.deletedAt)))
  return row
}

/** One map that lies in the trash; whose it is and who asks is for the caller to see to. */
export async function findTrashedRecord(db: Database, id: string): Promise<RecordRow | undefined> {
  const [row] = await selectRecords(db, null, and(eq(maps.id, id), isNotNull(maps.deletedAt)))
  return row
}

/** The latest request to transform a map. */
export async function latestTransform(db: Database, mapId: string) {
  const [row] = await db
    .select()
    .from(transforms)
    .where(eq(transforms.mapId, mapId))
    .orderBy(desc(transforms.createdAt))
    .limit(1)
  return row
}
