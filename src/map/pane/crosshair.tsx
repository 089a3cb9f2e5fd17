import { useLayoutEffect, useRef } from 'react'
import type { PaneTheme } from '../pane-props.ts'
import type { AnchorMover } from './anchors.tsx'

const ARM_PX = 14
const GAP_PX = 3

/** A disc this near to the cross is seen in its place: the cross would lie over its number. CSS px. */
const HIDDEN_WITHIN_PX = 12

interface CrosshairProps<Place> {
  readonly theme: PaneTheme
  /** Where points stand. Keep the array's identity while nothing changes. */
  readonly places: readonly Place[]
  readonly mover: AnchorMover<Place> | null
}

/** A thin cross in the middle of the pane whose centre stays free; white beneath, so that it reads on any map. */
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
        return at && Math.hypot(at[0] - x, at[1] - y) < HIDDEN_WITHIN_PX
      })
      svg.style.visibility = isCovered ? 'hidden' : 'visible'
    }
    show()
    return mover?.onMoved(show)
  }, [places, mover])
  const [from, to] = [GAP_PX, ARM_PX]
  const path = `M0 ${-to}V${-from}M0 ${from}V${to}M${-to} 0H${-from}M${from} 0H${to}`
  const ink = theme === 'light' ? '#1C2028' : '#0B0D10'
  return (
    <svg
      ref={cross}
      aria-hidden
      data-crosshair
      width={2 * ARM_PX + 4}
      height={2 * ARM_PX + 4}
      viewBox={`${-ARM_PX - 2} ${-ARM_PX - 2} ${2 * ARM_PX + 4} ${2 * ARM_PX + 4}`}
      style={{
        position: 'absolute',
        left: '50%',
        top: '50%',
        transform: 'translate(-50%, -50%)',
        pointerEvents: 'none',
        zIndex: 1,
      }}
    >
      <path d={path} stroke="#FFFFFF" strokeWidth={4} strokeLinecap="round" />
      <path d={path} stroke={ink} strokeWidth={1.5} strokeLinecap="round" />
      <circle r={1} fill={ink} stroke="#FFFFFF" strokeWidth={1} />
    </svg>
  )
}
