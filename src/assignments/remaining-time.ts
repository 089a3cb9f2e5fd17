const MINUTE_MS = 60_000

export interface RemainingTime {
  readonly hours: number
  readonly minutes: number
}

/** What is left until a moment, in whole minutes rounded up; null once it has passed. */
export function remainingTime(expireAt: string, now: number): RemainingTime | null {
  const left = Date.parse(expireAt) - now
  if (!(left > 0)) return null
  const minutes = Math.ceil(left / MINUTE_MS)
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** How long until the shown minute changes, in milliseconds. */
export function untilNextMinute(expireAt: string, now: number): number {
  const left = Date.parse(expireAt) - now
  return left <= 0 ? 0 : left % MINUTE_MS || MINUTE_MS
}
