import { KEPT_DATABASE } from '../../contract/constants.ts'
import { hasUnsent } from './forget-unsent.ts'
import { wouldLoseWork } from './held-work.ts'

/** What a user loses on this device by logging out. */
export interface LeavingLosses {
  /** Something was begun that is neither saved nor sent. */
  readonly hasUnsaved: boolean
  /** Areas that are saved on this device, which go with the session. */
  readonly areas: number
  /** A recording is under way, in this window or another; what it has recorded stays. */
  readonly isRecording: boolean
}

/** The name of the lock that a window has while it records a user's track. */
export const recordingLockName = (userId: string): string => `navigator.recording.${userId}`

/** Null: nothing would be lost. */
export async function leavingLosses(userId: string | undefined): Promise<LeavingLosses | null> {
  const hasUnsaved = wouldLoseWork() || (userId !== undefined && hasUnsent(userId))
  const [areas, isRecording] = await Promise.all([savedAreas(), userId !== undefined && isRecorded(userId)])
  return hasUnsaved || areas > 0 || isRecording ? { hasUnsaved, areas, isRecording } : null
}

/** How many areas this device has saved; the database is not made by asking, and its library not loaded. */
function savedAreas(): Promise<number> {
  return new Promise((resolve) => {
    const none = () => resolve(0)
    try {
      const opening = indexedDB.open(KEPT_DATABASE)
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
      opening.addEventListener('error', (event) => {
        event.preventDefault()
        none()
      })
      opening.addEventListener('success', () => {
        const { result: database } = opening
        if (!database.objectStoreNames.contains('areas')) {
          database.close()
          return none()
        }
        const counting = database.transaction('areas').objectStore('areas').count()
        counting.addEventListener('success', () => resolve(counting.result))
        counting.addEventListener('error', none)
        // Once what was asked is answered.
        database.close()
      })
    } catch {
      // Where the browser forbids storage nothing is saved.
      none()
    }
  })
}

async function isRecorded(userId: string): Promise<boolean> {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {}
    return held.some(({ name }) => name === recordingLockName(userId))
  } catch {
    return false
  }
}
