import { onTokenChange, readToken } from '../../api/bearer-token.ts'
import { createPositionWatch } from '../../places/watch-position.ts'
import type { PositionWatch } from '../../places/watch-position.ts'
import { createFieldRecorder } from './field-recorder.ts'
import type { FieldRecorder } from './field-recorder.ts'
import { openLogStore } from './log-store.ts'
import { recordingBeat } from './recording-beat.ts'

/** A user's recorder, and the position that it hears. */
export interface RunningRecorder {
  readonly watch: PositionWatch
  readonly recorder: FieldRecorder
}

let running: (RunningRecorder & { readonly userId: string }) | null = null

/** The recorder of a user: one that went on recording while other pages were shown, or a new one. */
export function recorderOf(userId: string): RunningRecorder {
  if (running?.userId === userId && running.recorder.snapshot().isRecording) return running
  const watch = createPositionWatch()
  const isSignedIn = () => readToken() !== null && running?.userId === userId
  const recorder = createFieldRecorder(openLogStore(userId), watch, recordingBeat(userId), isSignedIn)
  const former = running
  running = { userId, watch, recorder }
  former?.recorder.userChanged()
  return running
}

// Nobody is followed who has signed out; a session that ends under the open navigator waits for its user.
onTokenChange(() => running?.recorder.userChanged())
