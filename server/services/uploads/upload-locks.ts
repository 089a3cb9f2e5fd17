import { setTimeout as pause } from 'node:timers/promises'
import type { Locker } from '@tus/server'
import type { Database } from '../../db/database.ts'
import type { SessionLocks } from '../../db/session-locks.ts'
import { announce } from '../notifications/announce.ts'
import type { EventHub } from '../notifications/event-hub.ts'
import { Refusal } from '../refusal.ts'

export interface UploadLockDeps {
  readonly db: Database
  readonly hub: EventHub
  readonly locks: SessionLocks
}

/** A request whose connection was cut unnoticed releases the lock within seconds; the client asks again after this. */
const PATIENCE_MS = 30_000
const TRY_AGAIN_MS = 100

/**
 * Keeps requests for one upload apart, whichever process of the instance they come to. The request
 * that has locked an upload is asked to release it as soon as another one wants it: the newer is the client's, the older
 * one a broken connection.
 *
 * Decision: docs/decisions/2026-11-21-resumable-uploads.md
 */
export function uploadLocker({ db, hub, locks }: UploadLockDeps): Locker {
  /** How to ask the request of this process that has locked an upload, or is about to, to release it. */
  const locked = new Map<string, () => void>()
  hub.onUploadWanted((id) => locked.get(id)?.())
  locks.onLost(() => {
    for (const release of locked.values()) release()
  })

  const take = async (id: string, release: () => void): Promise<boolean> => {
    const holder = locked.get(id)
    if (holder) {
      holder()
      return false
    }
    // Entered before the database is asked: to a session its own lock is free.
    locked.set(id, release)
    try {
      if (await locks.tryLock(nameOf(id))) return true
    } catch (error) {
      locked.delete(id)
      throw error
    }
    locked.delete(id)
    await announce(db, { kind: 'uploadWanted', uploadId: id })
    return false
  }

  return {
    newLock: (id) => ({
      lock: async (signal, cancel) => {
        const release = () => void cancel()
        for (const end = Date.now() + PATIENCE_MS; !(await take(id, release)); await pause(TRY_AGAIN_MS))
          if (signal.aborted || Date.now() > end) throw new Refusal(423, 'errors.upload.incomplete')
      },
      unlock: async () => {
        await locks.unlock(nameOf(id))
        locked.delete(id)
      },
    }),
  }
}

const nameOf = (uploadId: string) => `upload ${uploadId}`
