import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { maps } from '../schema/maps.ts'
import type { StoredError, StoredGcps, StoredWarning } from '../schema/stored-json.ts'
import { changeByAttempt } from './map-attempts.ts'

const WAITING = ['queued', 'converting'] as const
/** Those whose original is still on its way too. */
const AHEAD = ['fetching', ...WAITING] as const

/** What a conversion job needs to know; taking it makes `attempt` the only one that may publish. */
export async function beginConversion(db: Database, mapId: string, attempt: string) {
  const [row] = await db
    .update(maps)
    .set({ processingState: 'converting', processingAttempt: attempt })
    .where(and(eq(maps.id, mapId), inArray(maps.processingState, [...WAITING])))
    .returning({
      originalKey: maps.originalKey,
      originalExtension: maps.originalExtension,
      originalBytes: maps.originalBytes,
      ownerId: maps.ownerId,
    })
  return row
}

const mine = (mapId: string, attempt: string) => ({ mapId, attempt, state: 'converting' }) as const

/** False where the attempt is no longer the one that counts. */
export function reportConversion(
  db: Database,
  mapId: string,
  attempt: string,
  percent: number,
): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), { processingPercent: percent })
}

export interface ConversionResult {
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
  readonly bytes: number
  readonly warnings: readonly StoredWarning[]
  readonly embeddedGcps: StoredGcps | null
  /** Of the content of the original. */
  readonly digest: string
}

export function finishConversion(
  db: Database,
  mapId: string,
  attempt: string,
  result: ConversionResult,
): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), {
    processingState: 'ready',
    processingPercent: 100,
    processingError: null,
    imageWidth: result.width,
    imageHeight: result.height,
    hasAlpha: result.hasAlpha,
    convertedBytes: result.bytes,
    scanWarnings: [...result.warnings],
    embeddedGcps: result.embeddedGcps,
    scanDigest: result.digest,
  })
}

/** Whether there is a row of a map, be it in the trash. */
export async function isMap(db: Database, mapId: string): Promise<boolean> {
  return (await db.$count(maps, eq(maps.id, mapId))) > 0
}

/** Hands an attempt back to the queue; false where it is no longer the one that counts. */
export function returnConversion(db: Database, mapId: string, attempt: string): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), { processingState: 'queued' })
}

/** Scans of a user whose conversion waits or runs, or will once they are here. */
export async function countWaitingConversions(db: Database, userId: string): Promise<number> {
  return db.$count(maps, and(eq(maps.ownerId, userId), inArray(maps.processingState, [...AHEAD])))
}

export function failConversion(
  db: Database,
  mapId: string,
  attempt: string,
  error: StoredError,
): Promise<boolean> {
  return changeByAttempt(db, mine(mapId, attempt), { processingState: 'failed', processingError: error })
}
