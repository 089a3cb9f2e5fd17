import { useEffect, useState } from 'react'
import type { PositionReading } from '../../places/watch-position.ts'
import { STALE_AFTER_MS } from './reading-age.ts'

/** Whether the newest reading is old. */
export function useIsStale(reading: PositionReading | null): boolean {
  const [stale, setStale] = useState<PositionReading | null>(null)
  useEffect(() => {
    if (!reading) return undefined
    const leftMs = Math.max(0, reading.timeMs + STALE_AFTER_MS - Date.now())
    const timer = setTimeout(() => setStale(reading), leftMs)
    return () => clearTimeout(timer)
  }, [reading])
  return reading !== null && stale === reading
}
