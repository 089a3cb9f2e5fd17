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
 * Keeps requests for one upload apart, whichever process of the instance they come to. Who holds an upload is asked to
 * let go of it as soon as somebody else wants it: the newer request is the client's, the older one a broken connection.
 *
 * Decision: docs/decisions/2026-11-21-resumable-uploads.md
 */
export function uploadLocker({ db, hub, locks }: UploadLockDeps): Locker {
  /** How to ask the request of this process that holds an upload, or that is about to. */
  const held = new Map<string, () => void>()
  hub.onUploadWanted((id) => held.get(id)?.())
  locks.onLost(() => {
    for (const letGo of held.values()) letGo()
  })

  const take = async (id: string, letGo: () => void): Promise<boolean> => {
    const holder = held.get(id)
    if (holder) {
      holder()
      return false
    }
    // Entered before the database is asked: to a session its own lock is free.
    held.set(id, letGo)
    try {
      if (await locks.tryLock(nameOf(id))) return true
    } catch (error) {
      held.delete(id)
      throw error
    }
    held.delete(id)
    await announce(db, { kind: 'uploadWanted', uploadId: id })
    return false
  }

  return {
    newLock: (id) => ({
      lock: async (signal, cancel) => {
        const letGo = () => void cancel()
        for (const end = Date.now() + PATIENCE_MS; !(await take(id, letGo)); await pause(TRY_AGAIN_MS))
          if (signal.aborted || Date.now() > end) throw new Refusal(423, 'errors.upload.incomplete')
      },
      unlock: async () => {
        await locks.unlock(nameOf(id))
        held.delete(id)
      },
    }),
  }
}

const nameOf = (uploadId: string) => `upload ${uploadId}`
