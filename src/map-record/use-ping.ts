import { useEffect, useState } from 'react'

/** How long something pings after a change, in milliseconds. */
const PING_MS = 1_000

/** Whether a change was saved within the last second. @param changes grows with every saved change */
export function usePing(changes: number): boolean {
  const [pinged, setPinged] = useState(changes)
  useEffect(() => {
    if (pinged === changes) return undefined
    const timer = setTimeout(() => setPinged(changes), PING_MS)
    return () => clearTimeout(timer)
  }, [pinged, changes])
  return pinged !== changes
}
