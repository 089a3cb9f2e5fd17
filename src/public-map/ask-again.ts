import { useEffect, useEffectEvent } from 'react'

/** How often what stands open is asked for anew while it is looked at, in milliseconds. */
const PAUSE_MS = 30_000
/** Coming back is told of in two ways at once: within so many milliseconds it is asked for once. */
const AT_ONCE_MS = 1_000

/** Asks anew when the page is come back to, and from time to time while it is in sight. @param ask null: not now */
export function useAskAgain(ask: ((signal: AbortSignal) => void) | null): void {
  const isWanted = ask !== null
  const again = useEffectEvent((signal: AbortSignal) => ask?.(signal))
  useEffect(() => {
    if (!isWanted) return undefined
    let [running, askedAt] = [new AbortController(), Date.now()]
    const look = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < AT_ONCE_MS) return
      running.abort()
      running = new AbortController()
      askedAt = Date.now()
      again(running.signal)
    }
    const timer = setInterval(look, PAUSE_MS)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('online', look)
    return () => {
      running.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('online', look)
    }
  }, [isWanted])
}
