import { useEffect, useEffectEvent, useRef } from 'react'

/** A navigator that opens without a line and without a map shows what is kept, once. */
export function useShownKept(isWanted: boolean, show: () => void): void {
  const isShown = useRef(false)
  const showNow = useEffectEvent(show)
  useEffect(() => {
    if (!isWanted || isShown.current) return
    isShown.current = true
    showNow()
  }, [isWanted])
}
