import { useEffect, useEffectEvent, useState } from 'react'
import type { PositionReading, PositionWatch } from '../../places/watch-position.ts'
import { isFresh } from '../model/reading-age.ts'

/** A press that is to be answered with where one is, and not with where one was. */
export interface FreshPosition<Wish> {
  /** What waits for a new position; null: nothing. */
  readonly waiting: { readonly wish: Wish } | null
  /** Grants a wish at once where the position is fresh, else as soon as a new one comes. */
  readonly take: (wish: Wish) => void
  /** Grants a wish with the last position, however old it is. */
  readonly takeOld: (wish: Wish) => void
  readonly cancel: () => void
}

/** Asks for a position of now, whenever one is wished for and the last is old. */
export function useFreshPosition<Wish>(
  watch: PositionWatch,
  grant: (wish: Wish, reading: PositionReading, isOld: boolean) => void,
): FreshPosition<Wish> {
  const [waiting, setWaiting] = useState<{ readonly wish: Wish; readonly pressedMs: number } | null>(null)
  const hear = useEffectEvent(() => {
    const { reading, problem } = watch.snapshot()
    if (!waiting || !reading || problem) return
    // A device may tell late what it knew before, or count by another clock.
    if (!isFresh(reading, waiting.pressedMs)) return watch.ask()
    setWaiting(null)
    grant(waiting.wish, reading, false)
  })
  const isWaiting = waiting !== null
  useEffect(() => (isWaiting ? watch.subscribe(() => hear()) : undefined), [watch, isWaiting])
  return {
    waiting,
    take(wish) {
      const pressedMs = Date.now()
      const { reading } = watch.snapshot()
      if (reading && isFresh(reading, pressedMs)) return grant(wish, reading, false)
      setWaiting({ wish, pressedMs })
      watch.ask()
    },
    takeOld(wish) {
      setWaiting(null)
      const { reading } = watch.snapshot()
      if (reading) grant(wish, reading, true)
    },
    cancel: () => setWaiting(null),
  }
}
