import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'

/** A user's scans that have one of some sizes, and what tells their contents apart; without those in the trash. */
export async function scansOfSizes(
  db: Database,
  userId: string,
  { sizes, most }: { readonly sizes: readonly number[]; readonly most: number },
) {
  if (sizes.length === 0) return []
  const rows = await db
    .select({ id: maps.id, title: maps.title, bytes: maps.originalBytes, digest: maps.scanDigest })
    .from(maps)
    .where(
      and(
        eq(maps.ownerId, userId),
        inArray(maps.originalBytes, [...sizes]),
        isNotNull(maps.scanDigest),
        isNull(maps.deletedAt),
        // Of several maps of one scan the first tells of it.
        sql`not exists (select 1 from ${maps} o where o.scan_id = ${maps.scanId} and o.deleted_at is null
          and (o.upload_date, o.id) < (${maps.uploadDate}, ${maps.id}))`,
      ),
    )
    .orderBy(maps.uploadDate, maps.id)
    .limit(most)
  return rows.flatMap(({ digest, ...scan }) => (digest === null ? [] : [{ ...scan, digest }]))
}
