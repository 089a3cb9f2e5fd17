import { finiteNumber, storedValue } from '../../ui/stored-value.ts'

/** A page that was closed longer ago than this is not taken for one that only was loaded anew, ms. */
const FRESH_MS = 15 * 60_000

/** Remembers in this browser that a recording is under way, so that it goes on after a reload or a killed tab. */
export interface RecordingBeat {
  /** Something is recorded now. */
  readonly beat: () => void
  /** The user has ended it. */
  readonly stop: () => void
  /** A recording was cut off a short while ago. */
  readonly wasCut: () => boolean
}

/** Where the browser forbids storage nothing is remembered. */
export function recordingBeat(userId: string): RecordingBeat {
  const last = storedValue(`navigator.recording.${userId}`, finiteNumber)
  return {
    beat: () => void last.write(Date.now()),
    stop: () => void last.write(undefined),
    wasCut: () => Math.abs(Date.now() - (last.read() ?? Number.NaN)) < FRESH_MS,
  }
}
