import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { drafts } from '../schema/drafts.ts'
import { begunUploads, maps } from '../schema/maps.ts'

export type BegunUpload = typeof begunUploads.$inferSelect

/**
 * Bytes that a user's maps and drafts take: originals, converted scans (once, however many maps a scan has), overlays and
 * their points, those in the trash included.
 */
export async function storedBytes(db: Database, userId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(sql`
    select (
      coalesce(sum(coalesce(v.bytes, 0) + case
        when exists (select 1 from ${maps} o where o.scan_id = m.scan_id and o.id < m.id) then 0
        else m.original_bytes + coalesce(m.converted_bytes, 0) end), 0)
      + (select coalesce(sum(d.bytes), 0) from ${drafts} d where d.user_id = ${userId})
    )::text as bytes
    from ${maps} m
    left join lateral (
      select sum(bytes + pg_column_size(transformation)) as bytes from map_versions where map_id = m.id
    ) v on true
    where m.owner_id = ${userId}`)
  return Number(rows[0]?.bytes ?? 0)
}

/** Bytes that the uploads of a user will take, but for one. */
export async function announcedBytes(db: Database, userId: string, exceptId?: string): Promise<number> {
  const others = (await begunUploadsOf(db, userId)).filter(({ id }) => id !== exceptId)
  return others.reduce((sum, { bytes }) => sum + bytes, 0)
}

export async function begunUploadsOf(db: Database, userId: string): Promise<BegunUpload[]> {
  return db.select().from(begunUploads).where(eq(begunUploads.userId, userId))
}

/** All uploads that have begun; until the transaction ends no other may begin. */
export async function lockBegunUploads(tx: Database): Promise<BegunUpload[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('palimpsest-begun-uploads'))`)
  return tx.select().from(begunUploads)
}

export async function insertBegunUpload(
  tx: Database,
  upload: { id: string; userId: string; bytes: number },
): Promise<void> {
  await tx.insert(begunUploads).values(upload)
}

export async function removeBegunUpload(db: Database, id: string): Promise<void> {
  await db.delete(begunUploads).where(eq(begunUploads.id, id))
}

/** Removes those that began more than a day ago, but for those of which something still lies there. */
export async function removeOldBegunUploads(db: Database, stillThere: readonly string[]): Promise<void> {
  const isOld = lt(begunUploads.createdAt, sql`now() - interval '1 day'`)
  await db
    .delete(begunUploads)
    .where(stillThere.length > 0 ? and(isOld, notInArray(begunUploads.id, [...stillThere])) : isOld)
}
