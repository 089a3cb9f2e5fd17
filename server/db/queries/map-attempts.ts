import { and, eq } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'

/** One attempt at a map: to fetch its scan, or to convert it. */
export interface MapAttempt {
  readonly mapId: string
  readonly attempt: string
  readonly state: 'fetching' | 'converting'
}

/** Changes a map for an attempt; false where that is no longer the one that counts. */
export async function changeByAttempt(
  db: Database,
  { mapId, attempt, state }: MapAttempt,
  change: PgUpdateSetSource<typeof maps>,
): Promise<boolean> {
  const isMine = and(eq(maps.id, mapId), eq(maps.processingAttempt, attempt), eq(maps.processingState, state))
  return (await db.update(maps).set(change).where(isMine).returning({ id: maps.id })).length > 0
}
