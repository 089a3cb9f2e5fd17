import { useCallback, useEffect, useRef } from 'react'

/** How long the band takes to a year that is out of view, in milliseconds. */
export const GLIDE_MS = 400

/** Scrolls an element sideways: with a glide, or at once where motion is not wanted. A newer way takes over. */
export function useGlide() {
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return useCallback((element: HTMLElement, left: number) => {
    cancelAnimationFrame(frame.current)
    const from = element.scrollLeft
    const to = Math.min(Math.max(0, left), element.scrollWidth - element.clientWidth)
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      element.scrollTo({ left: to })
      return
    }
    const startedAt = performance.now()
    const step = (now: number) => {
      const share = Math.min(1, Math.max(0, (now - startedAt) / GLIDE_MS))
      element.scrollTo({ left: from + (to - from) * (1 - (1 - share) ** 3) })
      if (share < 1) frame.current = requestAnimationFrame(step)
    }
    frame.current = requestAnimationFrame(step)
  }, [])
}
