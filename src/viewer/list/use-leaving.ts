import { useEffect, useMemo, useRef, useState } from 'react'
import type { FoundMap } from '../../../contract/api/find.ts'
import { useForgetFavorite } from '../../queries/find-queries.ts'
import type { Leaving } from './row-list.tsx'

/** How long each half of a row's way out takes, in milliseconds; the style has it too. */
const HALF_MS = 500

const NONE: Leaving = new Map()

/** Rows that are no favourites any more leave a list of favourites: aside, closed up, then out of the list. */
export function useLeaving(maps: readonly FoundMap[], isFavorites: boolean): Leaving {
  const [leaving, setLeaving] = useState<Leaving>(NONE)
  const forget = useForgetFavorite()
  const timers = useRef(new Map<string, readonly number[]>())
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((list) => list.forEach((timer) => clearTimeout(timer)))
  }, [])
  const going = useMemo(() => {
    const goes = (map: FoundMap) => isFavorites && !('hidden' in map) && !map.isFavorited
    return new Set(maps.filter(goes).map(({ id }) => id))
  }, [maps, isFavorites])
  useEffect(() => {
    for (const id of timers.current.keys()) if (!going.has(id)) timers.current.delete(id)
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
  // What has left the list, or is a favourite again, goes no more.
  return useMemo(
    () => (going.size === 0 ? NONE : new Map([...leaving].filter(([id]) => going.has(id)))),
    [leaving, going],
  )
}
