import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { pxPerYear, positionOf, wheeledZoom } from './time-scale.ts'
import { useGlide } from './use-glide.ts'

/** Room beside the first and the last year, as the style has it, CSS px. */
const EDGE_PX = 32

interface TrackViewEvents {
  readonly isDragging: () => boolean
  readonly onZoom: (zoom: number) => void
}

/**
 * Which years are in view: a year that moves out of it is followed, and a new zoom keeps what is under the mouse, else
 * the year, in its place. The wheel with Ctrl or Meta, and two fingers on a touchpad, change the zoom.
 */
export function useTrackView(
  scroller: RefObject<HTMLElement | null>,
  year: number,
  zoom: number,
  { isDragging, onZoom }: TrackViewEvents,
): void {
  const glide = useGlide()
  const shownZoom = useRef<number | null>(null)
  /** What the wheel turns about: a year, and where it lies in view. */
  const anchor = useRef<{ year: number; x: number } | null>(null)
  const hasDrag = useEffectEvent(isDragging)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const middle = positionOf(year, zoom) + EDGE_PX - element.clientWidth / 2
    if (shownZoom.current !== zoom) {
      const about = anchor.current
      element.scrollTo({ left: about ? positionOf(about.year, zoom) + EDGE_PX - about.x : middle })
      anchor.current = null
      shownZoom.current = zoom
      return
    }
    const x = positionOf(year, zoom) + EDGE_PX - element.scrollLeft
    if (!hasDrag() && (x < EDGE_PX || x > element.clientWidth - EDGE_PX)) glide(element, middle)
  }, [scroller, year, zoom, glide])

  const turn = useEffectEvent((event: WheelEvent) => {
    const element = scroller.current
    if (!element || (!event.ctrlKey && !event.metaKey)) return
    // The browser would zoom the whole page.
    event.preventDefault()
    const next = wheeledZoom(zoom, event.deltaY)
    if (event.deltaY === 0 || next === zoom) return
    const x = event.clientX - element.getBoundingClientRect().left
    anchor.current = { year: (element.scrollLeft + x - EDGE_PX) / pxPerYear(zoom), x }
    onZoom(next)
  })
  useEffect(() => {
    const element = scroller.current
    const listen = (event: WheelEvent) => turn(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [scroller])
}
