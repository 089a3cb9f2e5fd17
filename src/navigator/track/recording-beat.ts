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
  const key = `navigator.recording.${userId}`
  const safely = <Result>(act: () => Result): Result | undefined => {
    try {
      return act()
    } catch {
      return undefined
    }
  }
  return {
    beat: () => safely(() => localStorage.setItem(key, String(Date.now()))),
    stop: () => safely(() => localStorage.removeItem(key)),
    wasCut: () => {
      const last = Number(safely(() => localStorage.getItem(key)) ?? Number.NaN)
      return Math.abs(Date.now() - last) < FRESH_MS
    },
  }
}
