import { and, eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import type { StoredError } from '../schema/stored-json.ts'
import { changeByAttempt } from './map-attempts.ts'

const isFetching = (mapId: string) => and(eq(maps.id, mapId), eq(maps.processingState, 'fetching'))
const mine = (mapId: string, attempt: string) => ({ mapId, attempt, state: 'fetching' }) as const

/** Whose map it is; taking it makes `attempt` the only one that counts. Undefined: it is not to be fetched any more. */
export async function beginImport(
  db: Database,
  mapId: string,
  attempt: string,
): Promise<{ ownerId: string } | undefined> {
  const [row] = await db
    .update(maps)
    .set({ processingAttempt: attempt })
    .where(isFetching(mapId))
    .returning({ ownerId: maps.ownerId })
  return row
}

/** Whether the scan of a map is still to be fetched. */
export async function isToBeFetched(db: Database, mapId: string): Promise<boolean> {
  return (await db.$count(maps, isFetching(mapId))) > 0
}

/** False where the attempt is no longer the one that counts. */
export function reportImport(
  db: Database,
  mapId: string,
  attempt: string,
  percent: number,
): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), { processingPercent: percent })
}

/** The scan is here and waits for its conversion; false where the attempt no longer counts. */
export function finishImport(
  tx: Database,
  mapId: string,
  attempt: string,
  original: {
    readonly originalKey: string
    readonly originalExtension: string
    readonly originalBytes: number
  },
): Promise<boolean> {
  return changeByAttempt(tx, mine(mapId, attempt), {
    ...original,
    processingState: 'queued',
    processingPercent: 0,
  })
}

/** Nothing is stored, so the map takes no room. */
export function failImport(
  db: Database,
  mapId: string,
  attempt: string,
  error: StoredError,
): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), {
    processingState: 'failed',
    processingError: error,
    originalBytes: 0,
  })
}

/** Removes a map for good whose scan is still being fetched; false where it is not. */
export async function removeFetchingMap(tx: Database, mapId: string): Promise<boolean> {
  return (await tx.delete(maps).where(isFetching(mapId)).returning({ id: maps.id })).length > 0
}
