import { onTokenChange, readToken } from '../../api/bearer-token.ts'
import { connectionState } from '../../api/connection.ts'
import { requestPersistentStorage } from '../../device/persistent-storage.ts'
import { forgetLog, noteLog } from '../../kept/unsent-field-work.ts'
import { createPositionWatch } from '../../places/watch-position.ts'
import type { PositionWatch } from '../../places/watch-position.ts'
import { isReplaced } from '../../session/session.ts'
import { createFieldRecorder } from './field-recorder.ts'
import type { FieldRecorder } from './field-recorder.ts'
import { openLogStore } from './log-store.ts'
import { recordingBeat } from './recording-beat.ts'
import { recordingLock } from './recording-lock.ts'

/** A user's recorder, and the position that it hears. */
export interface RunningRecorder {
  readonly watch: PositionWatch
  readonly recorder: FieldRecorder
}

let running: (RunningRecorder & { readonly userId: string }) | null = null

/** The browser is asked once a page: some ask the user in turn. */
let hasAsked = false
const askOnce = () => {
  if (!hasAsked) void requestPersistentStorage()
  hasAsked = true
}

/** Whether nothing can be sent now, as far as anybody knows. */
const isAway = () => !navigator.onLine || connectionState() === 'lost'

/**
 * The recorder of a user: one that went on recording while other pages were shown, or that has something in memory alone;
 * else a new one, which reads what other windows have kept.
 */
export function recorderOf(userId: string): RunningRecorder {
  if (running?.userId === userId && isBusy(running.recorder)) return running
  const watch = createPositionWatch()
  const recorder = createFieldRecorder({
    store: openLogStore(userId),
    watch,
    beat: recordingBeat(userId),
    lock: recordingLock(userId),
    isSignedIn: () => readToken() !== null && running?.userId === userId,
    isReplaced,
    requestPersistentStorage: askOnce,
    onRecorded: () => isAway() && noteLog(userId),
    onCleared: () => forgetLog(userId),
  })
  const former = running
  running = { userId, watch, recorder }
  former?.recorder.userChanged()
  return running
}

/** Whether a recording of the user is under way in this window. */
export const isRecording = (userId: string): boolean =>
  running?.userId === userId && running.recorder.snapshot().isRecording

function isBusy({ snapshot }: FieldRecorder): boolean {
  const { isRecording: isRunning, isUnkept } = snapshot()
  return isRunning || isUnkept
}

// Nobody is followed who has signed out; a session that ends under the open navigator waits for its user.
onTokenChange(() => running?.recorder.userChanged())
