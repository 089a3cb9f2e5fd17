import { nativeWays } from './device.ts'

/** Keeps the screen lit, as far as the device lets it, until the returned function is called. */
export const keepScreenLit = (): (() => void) => (nativeWays().keepScreenLit ?? keepPageLit)()

/** The browser lets go whenever the page is hidden, so it is asked again. */
function keepPageLit(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined
  let held: WakeLockSentinel | null = null
  let isOver = false
  const ask = async () => {
    if (document.visibilityState !== 'visible' || (held && !held.released)) return
    try {
      const lock = await navigator.wakeLock.request('screen')
      if (isOver) void lock.release()
      else held = lock
    } catch {
      // A nearly empty battery refuses it: the screen goes dark as it always does.
    }
  }
  const onVisible = () => void ask()
  void ask()
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', onVisible)
    void held?.release()
  }
}
