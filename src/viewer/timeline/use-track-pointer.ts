import { useEffect, useRef, type PointerEvent, type RefObject } from 'react'
import type { BandHandle } from './band-state.ts'
import { yearAt } from './time-scale.ts'

/** Nearer to an edge of the band a dragged handle scrolls it, CSS px. */
const EDGE_PX = 36
/** By how much a frame, CSS px. */
const EDGE_SPEED_PX = 10
/** A mouse that moves further on the band's ground pulls it along, CSS px. */
const PULL_PX = 4

interface Drag {
  readonly handle: BandHandle
  readonly pointerId: number
  /** From the handle's middle to where it was taken, CSS px. */
  readonly offset: number
  clientX: number
}

interface TrackPointer {
  /** The part that scrolls, and the part in it whose left edge is the first year. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly years: RefObject<HTMLElement | null>
  readonly zoom: number
  readonly onMove: (handle: BandHandle, year: number) => void
  readonly onRelease: () => void
  /** The ground was pressed, not pulled. */
  readonly onPress: (year: number) => void
}

/** Handles that are dragged, also beyond what is in view, and a ground that a mouse pulls along. */
export function useTrackPointer({ scroller, years, zoom, onMove, onRelease, onPress }: TrackPointer) {
  const drag = useRef<Drag | null>(null)
  const frame = useRef(0)
  const pull = useRef<{ clientX: number; left: number; isMoved: boolean } | null>(null)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])

  const yearUnder = (clientX: number) =>
    yearAt(clientX - (years.current?.getBoundingClientRect().left ?? 0), zoom)
  const follow = () => {
    if (drag.current) onMove(drag.current.handle, yearUnder(drag.current.clientX - drag.current.offset))
  }
  const scrollAtEdge = () => {
    const element = scroller.current
    if (!drag.current || !element) return
    const { left, right } = element.getBoundingClientRect()
    const { clientX } = drag.current
    const way = clientX < left + EDGE_PX ? -EDGE_SPEED_PX : clientX > right - EDGE_PX ? EDGE_SPEED_PX : 0
    const before = element.scrollLeft
    element.scrollBy({ left: way })
    if (element.scrollLeft !== before) follow()
    frame.current = requestAnimationFrame(scrollAtEdge)
  }
  const end = () => {
    cancelAnimationFrame(frame.current)
    drag.current = null
  }
  return {
    yearUnder,
    isDragging: () => drag.current !== null,
    /** A handle is taken; the element that it lies in hears of the rest. */
    grab: (handle: BandHandle, year: number, event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || drag.current) return
      event.stopPropagation()
      event.currentTarget.setPointerCapture(event.pointerId)
      const { left, width } = event.currentTarget.getBoundingClientRect()
      drag.current = {
        handle,
        pointerId: event.pointerId,
        offset: event.clientX - (left + width / 2),
        clientX: event.clientX,
      }
      onMove(handle, year)
      frame.current = requestAnimationFrame(scrollAtEdge)
    },
    events: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || drag.current) return
        pull.current = {
          clientX: event.clientX,
          left: scroller.current?.scrollLeft ?? 0,
          isMoved: false,
        }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (drag.current?.pointerId === event.pointerId) {
          drag.current.clientX = event.clientX
          follow()
        } else if (pull.current && event.pointerType === 'mouse' && scroller.current) {
          const way = event.clientX - pull.current.clientX
          if (!pull.current.isMoved && Math.abs(way) > PULL_PX) {
            pull.current.isMoved = true
            event.currentTarget.setPointerCapture(event.pointerId)
          }
          if (pull.current.isMoved) scroller.current.scrollTo({ left: pull.current.left - way })
        }
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        if (drag.current?.pointerId === event.pointerId) {
          end()
          onRelease()
        } else if (pull.current && !pull.current.isMoved) onPress(yearUnder(event.clientX))
        pull.current = null
      },
      // A finger that scrolls is taken away from us.
      onPointerCancel: () => {
        end()
        pull.current = null
      },
    },
  }
}
