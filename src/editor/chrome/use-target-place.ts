import { type RefObject, useEffect, useState } from 'react'
import { bubblePlace, type BubblePlace } from './bubble-place.ts'

/** Marks what the introduction points at. */
const POINTED_AT = 'data-pointed-at'

/** Where a bubble stands to point at the first element of a selector that shows; null while none does. */
export function useTargetPlace(
  selector: string,
  bubble: RefObject<HTMLElement | null>,
  isPhone: boolean,
): BubblePlace | null {
  const [place, setPlace] = useState<BubblePlace | null>(null)
  useEffect(() => {
    let pointedAt: Element | null = null
    let before: BubblePlace | null = null
    let last = ''
    let frame = 0
    const look = () => {
      const target = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility()) ?? null
      if (target !== pointedAt) {
        pointedAt?.removeAttribute(POINTED_AT)
        target?.setAttribute(POINTED_AT, '')
        pointedAt = target
      }
      const box = bubble.current
      const size = { width: box?.offsetWidth ?? 0, height: box?.offsetHeight ?? 0 }
      const page = { left: 0, top: 0, width: window.innerWidth, height: window.innerHeight }
      // What is still to come is told beside the panel of what is done now.
      const shown = target ?? document.querySelector('[data-tour-clear]')
      const panel = shown?.closest('[data-tour-clear]')?.getBoundingClientRect() ?? null
      const next = shown && bubblePlace(shown.getBoundingClientRect(), panel, size, page, isPhone, before)
      before = next
      const text = JSON.stringify(next)
      if (text !== last) setPlace(next)
      last = text
      // What it points at comes, goes and moves by the work of others.
      frame = requestAnimationFrame(look)
    }
    look()
    return () => {
      cancelAnimationFrame(frame)
      pointedAt?.removeAttribute(POINTED_AT)
    }
  }, [selector, bubble, isPhone])
  return place
}
