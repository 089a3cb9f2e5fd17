import { KEPT_DATABASE } from '../../contract/constants.ts'
import { withStore } from './device-database.ts'
import { countUnsentDrafts } from './device-drafts.ts'
import { hasUnsent } from './forget-unsent.ts'
import { hasUnrecoverableWork } from './unsaved-work.ts'

/** What a user loses on this device by logging out. */
export interface LeavingLosses {
  /** Something was begun that is neither saved nor sent. */
  readonly hasUnsaved: boolean
  /** Maps with unpublished work that their account does not have. */
  readonly drafts: number
  /** Areas that are saved on this device, which go with the session. */
  readonly areas: number
  /** A recording is under way, in this window or another; what it has recorded stays. */
  readonly isRecording: boolean
}

/** The name of the lock that a window has while it records a user's track. */
export const recordingLockName = (userId: string): string => `navigator.recording.${userId}`

/** Null: nothing would be lost. */
export async function leavingLosses(userId: string | undefined): Promise<LeavingLosses | null> {
  const hasUnsaved = hasUnrecoverableWork() || (userId !== undefined && hasUnsent(userId))
  const [drafts, areas, isRecording] = await Promise.all([
    userId === undefined ? 0 : countUnsentDrafts(userId),
    savedAreas(),
    userId !== undefined && isRecorded(userId),
  ])
  const losesAny = hasUnsaved || drafts > 0 || areas > 0 || isRecording
  return losesAny ? { hasUnsaved, drafts, areas, isRecording } : null
}

/** How many areas this device has saved. */
const savedAreas = async () =>
  (await withStore(KEPT_DATABASE, 'areas', 'readonly', (store) => store.count())) ?? 0

async function isRecorded(userId: string): Promise<boolean> {
  try {
    const { held = [] } = (await navigator.locks?.query()) ?? {}
    return held.some(({ name }) => name === recordingLockName(userId))
  } catch {
    return false
  }
}
