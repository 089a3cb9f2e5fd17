/** An older position is told with its age: readings come each second or so. Milliseconds. */
export const STALE_AFTER_MS = 10_000

/** A press may take a position that was heard so shortly before. Milliseconds. */
export const FRESH_MS = 5_000

/** Whether a reading says where one was when something was pressed. */
export const isFresh = ({ timeMs }: { readonly timeMs: number }, pressedMs: number): boolean =>
  timeMs >= pressedMs - FRESH_MS

/** How old a reading is, in the largest whole unit. */
export function ageOf(
  readingMs: number,
  nowMs: number,
): { readonly count: number; readonly unit: 's' | 'min' | 'h' } {
  const seconds = Math.max(0, Math.round((nowMs - readingMs) / 1_000))
  if (seconds < 60) return { count: seconds, unit: 's' }
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? { count: minutes, unit: 'min' } : { count: Math.floor(minutes / 60), unit: 'h' }
}
