import type { WarpFit, WarpRequest } from '../../../workers/warp/warp-api.ts'
import type { WarpSession } from '../../../workers/warp/warp-client.ts'

/** Fits a request and waits for what there is to say of it; null where it cannot be fitted. Rejects with the signal's reason. */
export function settledFit(
  session: WarpSession,
  request: WarpRequest | null,
  signal: AbortSignal,
): Promise<WarpFit | null> {
  const before = session.snapshot()
  return new Promise((resolve, reject) => {
    const look = () => {
      const { busy, fit, failure } = session.snapshot()
      const isAnswered = (fit && fit !== before.fit) || (failure && failure !== before.failure)
      if (busy || !isAnswered) return
      stop()
      resolve(failure ? null : fit)
    }
    const stopListening = session.subscribe(look)
    const giveUp = () => {
      stop()
      reject(signal.reason as Error)
    }
    const stop = () => {
      stopListening()
      signal.removeEventListener('abort', giveUp)
    }
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
    else session.setRequest(request)
  })
}
