import type { PaneTheme } from '../pane-props.ts'

const ARM_PX = 14
const GAP_PX = 3

/** A thin cross in the middle of the pane whose centre stays free; white beneath, so that it reads on any map. */
export function Crosshair({ theme }: { readonly theme: PaneTheme }) {
  const [from, to] = [GAP_PX, ARM_PX]
  const path = `M0 ${-to}V${-from}M0 ${from}V${to}M${-to} 0H${-from}M${from} 0H${to}`
  const ink = theme === 'light' ? '#1C2028' : '#0B0D10'
  return (
    <svg
      aria-hidden
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
