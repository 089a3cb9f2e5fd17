import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { isFocusLost } from '../../ui/focus-place.ts'
import { menuOffset } from './menu-offset.ts'

/** Keeps a point's toolbar beside its point and inside the pane, while the pane moves and the toolbar grows. */
export function PointMenuFrame({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = frame.current
    const anchor = element?.parentElement
    const pane = element?.closest('[data-pane]')
    if (!element || !anchor || !pane) return undefined
    const reposition = () => {
      const box = pane.getBoundingClientRect()
      // As it is written, not as it is drawn: where motion is reduced every style is a transition of no length, and
      // for a frame or two the old position would be read.
      const { m41, m42 } = new DOMMatrix(anchor.style.transform)
      const menu = { width: element.offsetWidth, height: element.offsetHeight }
      const [dx, dy] = menuOffset([box.left + m41, box.top + m42], menu, box)
      element.style.transform = `translate(${dx}px, ${dy}px)`
    }
    reposition()
    // The pane moves its anchors by their style alone.
    const moves = new MutationObserver(reposition)
    moves.observe(anchor, { attributes: true, attributeFilter: ['style'] })
    const sizes = new ResizeObserver(reposition)
    sizes.observe(element)
    sizes.observe(pane)
    return () => {
      moves.disconnect()
      sizes.disconnect()
      if (!element.contains(document.activeElement)) return
      // It closes with the focus in it: the keys go on in its pane, unless something else has opened.
      requestAnimationFrame(() => {
        if (isFocusLost())
          pane.querySelector<HTMLElement>('[role=application]')?.focus({ preventScroll: true })
      })
    }
  }, [])
  return (
    <div ref={frame} style={{ position: 'absolute', left: 0, top: 0, width: 'max-content' }}>
      {children}
    </div>
  )
}
