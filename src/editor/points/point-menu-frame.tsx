import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { menuPlace } from './menu-place.ts'

/** Keeps a point's toolbar beside its point and inside the pane, while the pane moves and the toolbar grows. */
export function PointMenuFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = frame.current
    const anchor = element?.parentElement
    const pane = element?.closest('[data-pane]')
    if (!element || !anchor || !pane) return undefined
    const place = () => {
      // The anchor has no size: it stands at the point.
      const point = anchor.getBoundingClientRect()
      const menu = { width: element.offsetWidth, height: element.offsetHeight }
      const [dx, dy] = menuPlace([point.left, point.top], menu, pane.getBoundingClientRect())
      element.style.transform = `translate(${dx}px, ${dy}px)`
    }
    let frameId = 0
    // Where motion is reduced a style is a transition of no length, and the old place is read until the next frame.
    const placeTwice = () => {
      place()
      cancelAnimationFrame(frameId)
      frameId = requestAnimationFrame(place)
    }
    placeTwice()
    // The pane moves its anchors by their style alone.
    const moves = new MutationObserver(placeTwice)
    moves.observe(anchor, { attributes: true, attributeFilter: ['style'] })
    const sizes = new ResizeObserver(placeTwice)
    sizes.observe(element)
    sizes.observe(pane)
    return () => {
      cancelAnimationFrame(frameId)
      moves.disconnect()
      sizes.disconnect()
    }
  }, [])
  return (
    <div ref={frame} style={{ position: 'absolute', left: 0, top: 0, width: 'max-content' }}>
      {children}
    </div>
  )
}
