import { setTimeout as pause } from 'node:timers/promises'

/** What a promise gives, or something else where it fails or takes longer than so many milliseconds; it goes on by itself. */
export async function within<Value>(promise: Promise<Value>, ms: number, otherwise: Value): Promise<Value> {
  const given = promise.catch(() => otherwise)
  const stop = new AbortController()
  try {
    return await Promise.race([
      given,
      pause(ms, otherwise, { signal: stop.signal, ref: false }).catch(() => otherwise),
    ])
  } finally {
    stop.abort()
  }
}
