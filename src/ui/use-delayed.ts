import { useEffect, useState } from 'react'

/** False at first, true once `delayMs` have passed: nothing flashes for what is done sooner. */
export function useDelayed(delayMs: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return hasPassed
}
