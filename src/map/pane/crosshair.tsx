import { useLayoutEffect, useRef } from 'react'
import type { PaneTheme } from '../pane-props.ts'
import type { AnchorMover } from './anchors.tsx'

/** Arms from and to this far from the middle, CSS px. */
const CLOSED = { from: 3, to: 14 } as const
/** Around a disc, so that its number stays legible. */
const OPEN = { from: 18, to: 28 } as const

/** A disc this near to the cross would lie beneath it. CSS px. */
const OPEN_WITHIN_PX = 14

interface CrosshairProps<Place> {
  readonly theme: PaneTheme
  /** Where points stand. Keep the array's identity while nothing changes. */
  readonly places: readonly Place[]
  readonly mover: AnchorMover<Place> | null
}

/**
 * A thin cross in the middle of the pane whose centre stays free, and opens around a point that lies there; white
 * beneath, so that it reads on any map.
 */
export function Crosshair<Place>({ theme, places, mover }: CrosshairProps<Place>) {
  const cross = useRef<SVGSVGElement>(null)
  useLayoutEffect(() => {
    const svg = cross.current
    const pane = svg?.parentElement
    if (!svg || !pane) return
    const show = () => {
      const [x, y] = [pane.clientWidth / 2, pane.clientHeight / 2]
      const isCovered = places.some((place) => {
        const at = mover?.project(place)
        return at && Math.hypot(at[0] - x, at[1] - y) < OPEN_WITHIN_PX
      })
      svg.dataset['open'] = String(isCovered)
      const [closed, open] = svg.children
      closed?.setAttribute('visibility', isCovered ? 'hidden' : 'visible')
      open?.setAttribute('visibility', isCovered ? 'visible' : 'hidden')
    }
    show()
    return mover?.onMoved(show)
  }, [places, mover])
  const ink = theme === 'light' ? '#1C2028' : '#0B0D10'
  return (
    <svg
      ref={cross}
      aria-hidden
      data-crosshair
      width={2 * HALF_PX}
      height={2 * HALF_PX}
      viewBox={`${-HALF_PX} ${-HALF_PX} ${2 * HALF_PX} ${2 * HALF_PX}`}
      style={{
        position: 'absolute',
        left: '50%',
        top: '50%',
        transform: 'translate(-50%, -50%)',
        pointerEvents: 'none',
        zIndex: 1,
      }}
    >
      <g>
        <Arms {...CLOSED} ink={ink} />
        <circle r={1} fill={ink} stroke="#FFFFFF" strokeWidth={1} />
      </g>
      <g visibility="hidden">
        <Arms {...OPEN} ink={ink} />
      </g>
    </svg>
  )
}

/** Half of the drawing's side, CSS px. */
const HALF_PX = OPEN.to + 2

function Arms({ from, to, ink }: { readonly from: number; readonly to: number; readonly ink: string }) {
  const path = `M0 ${-to}V${-from}M0 ${from}V${to}M${-to} 0H${-from}M${from} 0H${to}`
  return (
    <>
      <path d={path} stroke="#FFFFFF" strokeWidth={4} strokeLinecap="round" />
      <path d={path} stroke={ink} strokeWidth={1.5} strokeLinecap="round" />
    </>
  )
}
