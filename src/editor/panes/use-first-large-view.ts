import { useEffect, useEffectEvent, useRef } from 'react'

/**
 * A phone shows its map as a small peek at first, at a scale that is none for the whole screen: when it first fills the
 * screen, and nobody has moved it, what lies on it is fitted anew.
 *
 * @returns what is to be called when a hand has moved the map
 */
export function useFirstLargeView(isLarge: boolean, onFit: () => void): () => void {
  const isSettled = useRef(false)
  const fit = useEffectEvent(onFit)
  useEffect(() => {
    if (!isLarge || isSettled.current) return undefined
    isSettled.current = true
    // The pane has its new size with the next drawing, and knows of it with the one after.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => fit())
    })
    return () => cancelAnimationFrame(frame)
  }, [isLarge])
  return () => {
    isSettled.current = true
  }
}
