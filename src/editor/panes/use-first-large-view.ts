import { useStore } from 'jotai'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isMapPlacedAtom } from '../model/view-atoms.ts'

/**
 * A phone shows its map as a small peek at first, at a scale that is none for the whole screen: when it first fills the
 * screen, and nobody has moved it, what lies on it is fitted anew.
 *
 * @returns what is to be called when a hand has moved the map
 */
export function useFirstLargeView(isLarge: boolean, onFit: () => void): () => void {
  const store = useStore()
  const isSettled = useRef(false)
  const fit = useEffectEvent(onFit)
  useEffect(() => {
    if (!isLarge || isSettled.current) return undefined
    isSettled.current = true
    // The pane has its new size with the next drawing, and knows of it with the one after.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (!store.get(isMapPlacedAtom)) fit()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [isLarge, store])
  return () => {
    isSettled.current = true
  }
}
