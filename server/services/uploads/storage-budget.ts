import type { Database } from '../../db/database.ts'
import { announcedBytes, storedBytes } from '../../db/queries/storage.ts'
import { Refusal } from '../refusal.ts'

const GIBIBYTE = 2 ** 30

/** What a user's maps and begun uploads take of what they may. */
export interface StorageUse {
  readonly bytesUsed: number
  /** Null where there is no limit. */
  readonly bytesAllowed: number | null
}

/** @param userStorageBytes 0: no limit */
export async function storageUseOf(
  db: Database,
  userId: string,
  userStorageBytes: number,
): Promise<StorageUse> {
  const bytesUsed = (await storedBytes(db, userId)) + (await announcedBytes(db, userId))
  return { bytesUsed, bytesAllowed: userStorageBytes === 0 ? null : userStorageBytes }
}

/**
 * Refuses what would take a user past the bytes they may take.
 *
 * @param exceptId an upload whose announced bytes do not count, because `bytes` stand for it
 * @throws Refusal 403
 */
export async function requireBudget(
  db: Database,
  userId: string,
  userStorageBytes: number,
  bytes: number,
  exceptId?: string,
): Promise<void> {
  if (userStorageBytes === 0) return
  const used = (await storedBytes(db, userId)) + (await announcedBytes(db, userId, exceptId))
  if (used + bytes <= userStorageBytes) return
  throw new Refusal(403, 'errors.upload.storageUsedUp', {
    details: { used: inGibibytes(used), limit: inGibibytes(userStorageBytes) },
  })
}

/** Two digits behind the point are enough to compare by. */
const inGibibytes = (bytes: number) => Math.round((bytes / GIBIBYTE) * 100) / 100
