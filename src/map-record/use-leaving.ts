import { useEffect, useMemo, useRef, useState } from 'react'

/** How long each half of the way out takes, in milliseconds; the styles have it too. */
const HALF_MS = 500

/** How what is no longer of a list goes: first aside, then what stands after it closes up. */
export type Leaving = ReadonlyMap<string, 'aside' | 'closing'>

const NONE: Leaving = new Map()

/**
 * Lets what is no longer of a list go: aside, closed up, then out of it.
 *
 * @param going ids of what goes
 * @param forget takes one out of the list, once nobody sees it go
 */
export function useLeaving(going: ReadonlySet<string>, forget: (id: string) => void): Leaving {
  const [leaving, setLeaving] = useState<Leaving>(NONE)
  const timers = useRef(new Map<string, readonly number[]>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((list) => list.forEach((timer) => clearTimeout(timer)))
  }, [])
  useEffect(() => {
    for (const [id, running] of timers.current)
      if (!going.has(id)) {
        running.forEach((timer) => clearTimeout(timer))
        timers.current.delete(id)
      }
    for (const id of going) {
      if (timers.current.has(id)) continue
      const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
      const halfMs = isStill ? 0 : HALF_MS
      const set = (state: 'aside' | 'closing') => setLeaving((last) => new Map(last).set(id, state))
      timers.current.set(id, [
        window.setTimeout(() => set('aside'), 0),
        window.setTimeout(() => set('closing'), halfMs),
        window.setTimeout(() => forget(id), halfMs * 2),
      ])
    }
  }, [going, forget])
  // What has left the list, or is of it again, goes no more.
  return useMemo(
    () => (going.size === 0 ? NONE : new Map([...leaving].filter(([id]) => going.has(id)))),
    [leaving, going],
  )
}
