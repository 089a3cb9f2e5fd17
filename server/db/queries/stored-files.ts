import { eq, inArray, isNotNull, and, lt, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { assignments, maps, mapVersions, transforms } from '../schema/maps.ts'
import { mapArchives } from '../schema/map-archives.ts'
import { mapFileKey, pyramidKey } from '../../storage/map-keys.ts'

/** A file that a row speaks of. `bytes` is null where the row does not say. */
export interface ReferencedFile {
  readonly key: string
  readonly bytes: number | null
}

const THUMBNAILS = ['thumbnails/small-300.webp', 'thumbnails/high-1000.webp']

/**
 * Everything in the folders of these ids that rows speak of: the files of a scan once, however many maps it has, and the
 * overlays of a map.
 */
export async function referencedFiles(db: Database, folderIds: readonly string[]): Promise<ReferencedFile[]> {
  if (folderIds.length === 0) return []
  const [rows, versions] = await Promise.all([
    db
      .selectDistinctOn([maps.scanId], {
        scanId: maps.scanId,
        originalKey: maps.originalKey,
        originalBytes: maps.originalBytes,
        state: maps.processingState,
        importSource: maps.importSource,
        convertedBytes: maps.convertedBytes,
      })
      .from(maps)
      .where(inArray(maps.scanId, [...folderIds]))
      .orderBy(maps.scanId),
    db
      .select({ key: mapVersions.fileKey, bytes: mapVersions.bytes })
      .from(mapVersions)
      .where(inArray(mapVersions.mapId, [...folderIds])),
  ])
  return [...rows.flatMap(filesOfScan), ...versions]
}

type ScanFacts = Pick<
  typeof maps.$inferSelect,
  'scanId' | 'originalKey' | 'originalBytes' | 'importSource' | 'convertedBytes'
> & { readonly state: (typeof maps.$inferSelect)['processingState'] }

function filesOfScan({ scanId, originalKey, originalBytes, state, importSource, convertedBytes }: ScanFacts) {
  // Of a map that comes from elsewhere there is nothing yet, or, where it could not be fetched, nothing at all. The
  // bytes are then those of pieces, which are no file of the map.
  const isHere = state !== 'fetching' && importSource === null && originalBytes > 0
  const files: ReferencedFile[] = isHere ? [{ key: originalKey, bytes: originalBytes }] : []
  if (state === 'ready') {
    files.push({ key: pyramidKey(scanId), bytes: convertedBytes })
    for (const name of THUMBNAILS) files.push({ key: mapFileKey(scanId, name), bytes: null })
  }
  return files
}

/** Ids of all maps, those in the trash included, and of their scans, whose folders hold all files, in pages. */
export async function* allFolderIds(db: Database, pageSize = 500): AsyncGenerator<string[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    // The first map of a scan may be gone.
    const { rows } = await db.execute<{ id: string }>(sql`
      (select id from ${maps} where id > ${after} order by id limit ${pageSize})
      union
      (select distinct scan_id from ${maps} where scan_id > ${after} order by scan_id limit ${pageSize})
      order by id limit ${pageSize}`)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ id }) => id)
    after = last.id
  }
}

/** Rows that point at nothing: a version that is gone, work that no job will do. */
export async function danglingRows(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ what: string }>(sql`
    select 'map ' || m.id || ' without its version' as what from ${maps} m
      where m.current_version_id is not null
        and not exists (select 1 from ${mapVersions} v where v.id = m.current_version_id and v.map_id = m.id)
    union all
    select 'assignment ' || a.id || ' without its version' from ${assignments} a
      where a.version_id is not null and a.ended_at is null and not exists (select 1 from ${mapVersions} v where v.id = a.version_id)
    union all
    select 'map ' || m.id || ' waits for a conversion that no job does' from ${maps} m
      where m.processing_state in ('queued', 'converting') and m.deleted_at is null
        and not exists (select 1 from graphile_worker.jobs j where j.key = 'convert-map:' || m.id)
    union all
    select 'map ' || m.id || ' waits for a scan that no job fetches' from ${maps} m
      where m.processing_state = 'fetching' and m.deleted_at is null
        and not exists (select 1 from graphile_worker.jobs j where j.key = 'import-map:' || m.id)
    union all
    select 'transform ' || t.id || ' waits for a job that is not there' from ${transforms} t
      where t.state in ('queued', 'running')
        and not exists (select 1 from graphile_worker.jobs j where j.key = 'transform-map:' || t.id)
    union all
    select 'archive ' || t.id || ' waits for a job that is not there' from ${mapArchives} t
      where t.state in ('queued', 'running')
        and not exists (select 1 from graphile_worker.jobs j where j.key in ('make-tiles:' || t.id, 'make-cog:' || t.id))
    union all
    select 'assignment ' || a.id || ' whose end no job will bring' from ${assignments} a
      where a.ended_at is null
        and not exists (select 1 from graphile_worker.jobs j where j.key = 'expire-claim:' || a.id)`)
  return rows.map(({ what }) => what)
}

const isExpired = (days: number) =>
  and(isNotNull(maps.deletedAt), lt(maps.deletedAt, sql`now() - make_interval(days => ${days})`))

/** Maps that have lain in the trash for longer than `days`. */
export async function expiredTrash(db: Database, days: number): Promise<string[]> {
  const rows = await db.select({ id: maps.id }).from(maps).where(isExpired(days))
  return rows.map(({ id }) => id)
}

/** Removes such a map for good and tells its scan; undefined where it has been taken out of the trash meanwhile. */
export async function removeExpiredMap(
  db: Database,
  id: string,
  days: number,
): Promise<{ readonly scanId: string } | undefined> {
  const [removed] = await db
    .delete(maps)
    .where(and(eq(maps.id, id), isExpired(days)))
    .returning({ scanId: maps.scanId })
  return removed
}

/** Whether any map of a scan is left, be it in the trash. */
export async function hasMaps(db: Database, scanId: string): Promise<boolean> {
  return (await db.$count(maps, eq(maps.scanId, scanId))) > 0
}
