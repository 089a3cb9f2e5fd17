import { and, eq, gt, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import type { StoredError } from '../schema/stored-json.ts'
import { changeByAttempt } from './map-attempts.ts'
import { updateMapColumns } from './map-writes.ts'

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
    importSource: null,
  })
}

/** The map takes the room of the pieces that stay for another try. */
export function failImport(
  db: Database,
  mapId: string,
  attempt: string,
  { error, savedBytes }: { readonly error: StoredError; readonly savedBytes: number },
): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), {
    processingState: 'failed',
    processingError: error,
    originalBytes: savedBytes,
    updatedAt: sql`now()`,
  })
}

/** A map whose scan could not be fetched waits for it again, and takes the room that it is promised. */
export async function fetchAgain(tx: Database, mapId: string, promisedBytes: number): Promise<void> {
  await updateMapColumns(tx, mapId, {
    processingState: 'fetching',
    processingPercent: 0,
    processingError: null,
    originalBytes: promisedBytes,
  })
}

/** Pieces of maps that failed so long ago are gone, and take no room any more. */
export async function releaseOldPieces(db: Database, milliseconds: number): Promise<void> {
  await db
    .update(maps)
    .set({ originalBytes: 0 })
    .where(
      and(
        eq(maps.processingState, 'failed'),
        isNotNull(maps.importSource),
        gt(maps.originalBytes, 0),
        lt(maps.updatedAt, sql`now() - make_interval(secs => ${milliseconds / 1000})`),
      ),
    )
}

/** Removes a map for good whose scan is still being fetched; false where it is not. */
export async function removeFetchingMap(tx: Database, mapId: string): Promise<boolean> {
  return (await tx.delete(maps).where(isFetching(mapId)).returning({ id: maps.id })).length > 0
}
