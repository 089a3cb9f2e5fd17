/** How far this machine's clock lags behind the server's, in milliseconds. */
let offsetMs = 0
let isKnown = false

/**
 * Learns the server's time from a reply: `date` is its Date header, which names whole seconds, `sentAt` and
 * `receivedAt` are this machine's clock around the call. Calls that took over 2 s say too little.
 */
export function learnServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  if (date === null || receivedAt - sentAt > 2_000) return
  const serverTime = Date.parse(date)
  if (Number.isNaN(serverTime)) return
  const offset = serverTime + 500 - (sentAt + receivedAt) / 2
  // Each reading is off by up to half a second: replace only what contradicts it, else drift towards it.
  offsetMs = !isKnown || Math.abs(offset - offsetMs) > 1_500 ? offset : offsetMs + (offset - offsetMs) * 0.1
  isKnown = true
}

/** The server's time, in milliseconds since 1970: countdowns are right whatever this machine's clock says. */
export function serverNow(): number {
  return Date.now() + offsetMs
}
