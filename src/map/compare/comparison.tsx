import { shortcutKey } from '../../ui/shortcut-key.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent as ReactPointerEvent } from 'react'
import { i18n } from '../../ui/i18n/i18n.ts'
import { formatPercent } from '../../ui/number-format.ts'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import type { OverlayComparison } from '../pane-props.ts'
import { KEEPS_EVENTS } from '../pane/pointer-gestures.ts'
import classes from './comparison.module.css'
import type { Lens } from './lens.ts'

interface ComparisonProps {
  readonly comparison: OverlayComparison
  /** The pane itself, whose size the lens is measured in. */
  readonly pane: HTMLElement
  readonly onLens: (lens: Lens) => void
  /** What a tool has set beneath a pointer goes along with it instead. False: there is nothing. */
  readonly takesHandle: (event: PointerEvent) => boolean
}

/** Lets one overlay be held against another, or against what lies beneath it. */
export function Comparison({ comparison, pane, onLens, takesHandle }: ComparisonProps) {
  const tell = useEffectEvent(onLens)
  useEffect(() => () => tell(null), [])
  useEffect(() => passWheel(pane), [pane])
  switch (comparison.kind) {
    case 'swipe':
      return <SwipeLine {...{ comparison, pane, onLens, takesHandle }} label={comparison.label} />
    case 'spyglass':
      return <Spyglass comparison={comparison} label={comparison.label} pane={pane} onLens={onLens} />
    case 'blink':
      return <Blink onLens={onLens} onTurn={comparison.onTurn} />
  }
}

type PartProps = Pick<ComparisonProps, 'comparison' | 'pane' | 'onLens'> & { readonly label: string }

/** What is moved takes the focus where keys have chosen it, and gives it back to their button where it goes. */
function useHandleFocus({ kind, takesFocus = false }: OverlayComparison) {
  const handle = useRef<HTMLElement>(null)
  const takes = useEffectEvent(() => takesFocus)
  useEffect(() => {
    if (takes()) handle.current?.focus()
  }, [])
  const focus = useNextFocus([`[data-focus=compare-${kind}]`, '[data-focus=shown]'])
  return {
    takeHandle: (element: HTMLElement | null) => {
      handle.current = element
    },
    focus,
  }
}

const KEEPS = { [KEEPS_EVENTS]: '' }
const PASSES_WHEEL = 'data-passes-wheel'

/** Turns of the wheel over a handle zoom the map beneath it. @returns what ends it */
function passWheel(pane: HTMLElement): () => void {
  const pass = (event: WheelEvent) => {
    if (!(event.target instanceof Element) || !event.target.closest(`[${PASSES_WHEEL}]`)) return
    const isLeft = pane.querySelector('canvas')?.dispatchEvent(new WheelEvent(event.type, event)) ?? true
    if (!isLeft) event.preventDefault()
  }
  pane.addEventListener('wheel', pass, { passive: false })
  return () => pane.removeEventListener('wheel', pass)
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** One press of an arrow, in parts of the pane; with Shift farther. */
const STEP = { plain: 0.02, shift: 0.1 } as const

/** Which way an arrow goes; null: it is none. */
function arrowOf({ key, shiftKey }: KeyboardEvent): readonly [x: number, y: number] | null {
  const step = STEP[shiftKey ? 'shift' : 'plain']
  switch (key) {
    case 'ArrowLeft':
      return [-step, 0]
    case 'ArrowRight':
      return [step, 0]
    case 'ArrowUp':
      return [0, -step]
    case 'ArrowDown':
      return [0, step]
    default:
      return null
  }
}

/** Follows a pointer from where it went down on a handle until it is lifted. */
function follow(event: ReactPointerEvent<HTMLElement>, onMove: (x: number, y: number) => void): void {
  const handle: HTMLElement = event.currentTarget
  handle.setPointerCapture(event.pointerId)
  const stop = new AbortController()
  handle.addEventListener('pointermove', ({ clientX, clientY }) => onMove(clientX, clientY), {
    signal: stop.signal,
  })
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
    handle.addEventListener(end, () => stop.abort(), { signal: stop.signal })
}

/** A line that has stood so long has come to rest, in milliseconds. */
const REST_MS = 200

function SwipeLine({
  comparison,
  label,
  pane,
  onLens,
  takesHandle,
}: PartProps & Pick<ComparisonProps, 'takesHandle'>) {
  const { takeHandle, focus } = useHandleFocus(comparison)
  const { side = 'left' } = comparison
  /** Share of the pane's width. */
  const [at, setAt] = useState(comparison.at ?? 0.5)
  const tell = useEffectEvent(() => onLens({ kind: side, x: at * pane.clientWidth }))
  useEffect(() => tell(), [at, side])
  useEffect(() => {
    const observer = new ResizeObserver(() => tell())
    observer.observe(pane)
    return () => observer.disconnect()
  }, [pane])
  const rest = useEffectEvent(() => comparison.onRest?.(at))
  useEffect(() => {
    const timer = setTimeout(() => rest(), REST_MS)
    return () => clearTimeout(timer)
  }, [at])
  const percent = Math.round(at * 100)
  return (
    <div
      className={classes.line}
      style={{ insetInlineStart: `${at * 100}%` }}
      onPointerDown={(event) => {
        // Along the whole line: what is measured there must be taken hold of all the same.
        if (event.target === event.currentTarget && takesHandle(event.nativeEvent)) return
        const box = pane.getBoundingClientRect()
        follow(event, (x) => setAt(clamp((x - box.left) / box.width, 0, 1)))
      }}
      {...{ [PASSES_WHEEL]: '' }}
      {...KEEPS}
    >
      <div
        ref={takeHandle}
        role="slider"
        tabIndex={0}
        {...focus}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={formatPercent(percent, i18n.language)}
        className={classes.grip}
        data-comparison="swipe"
        onKeyDown={(event) => {
          const step = arrowOf(event)
          const page = event.key === 'PageUp' ? STEP.shift : event.key === 'PageDown' ? -STEP.shift : null
          const by = step ? step[0] - step[1] : page
          const next = event.key === 'Home' ? 0 : event.key === 'End' ? 1 : by && clamp(at + by, 0, 1)
          if (next === null) return
          event.preventDefault()
          setAt(next)
        }}
      >
        <span aria-hidden>‹ ›</span>
      </div>
    </div>
  )
}

/** Radius as part of the pane's shorter side. */
const RADIUS = { first: 0.24, least: 0.1, most: 0.45, step: 0.04 } as const

/**
 * Where the handle sits on the circle's edge, in radii from its centre: at the upper right. The lower half may lie beneath
 * an open sheet.
 */
const HANDLE = [Math.SQRT1_2, -Math.SQRT1_2] as const

function Spyglass({ comparison, label, pane, onLens }: PartProps) {
  const { takeHandle, focus } = useHandleFocus(comparison)
  const [size, setSize] = useState({ width: pane.clientWidth, height: pane.clientHeight })
  /** Parts of the pane. */
  const [[x, y], setCentre] = useState<readonly [number, number]>([0.5, 0.5])
  const [radius, setRadius] = useState<number>(RADIUS.first)
  const radiusPx = radius * Math.min(size.width, size.height)
  const [centreX, centreY] = [x * size.width, y * size.height]
  const [asideX, asideY] = [HANDLE[0] * radiusPx, HANDLE[1] * radiusPx]
  const tell = useEffectEvent(() => onLens({ kind: 'circle', centre: [centreX, centreY], radius: radiusPx }))
  useEffect(() => tell(), [centreX, centreY, radiusPx])
  const moveTo = (clientX: number, clientY: number) => {
    const box = pane.getBoundingClientRect()
    setCentre([clamp((clientX - box.left) / box.width, 0, 1), clamp((clientY - box.top) / box.height, 0, 1)])
  }
  const onPointed = useEffectEvent(moveTo)
  useEffect(() => {
    const stop = new AbortController()
    const onMove = ({ pointerType, clientX, clientY, target }: PointerEvent) => {
      const isOver = target instanceof Element && target.closest(`[${KEEPS_EVENTS}]`) === null
      // A finger moves the map; it has the handle on the circle.
      if (pointerType === 'mouse' && isOver) onPointed(clientX, clientY)
    }
    pane.addEventListener('pointermove', onMove, { capture: true, signal: stop.signal })
    const observer = new ResizeObserver(() => setSize({ width: pane.clientWidth, height: pane.clientHeight }))
    observer.observe(pane)
    return () => {
      stop.abort()
      observer.disconnect()
    }
  }, [pane])
  return (
    <>
      <div
        className={classes.circle}
        style={{
          insetInlineStart: centreX,
          insetBlockStart: centreY,
          width: 2 * radiusPx,
          height: 2 * radiusPx,
        }}
      />
      <button
        ref={takeHandle}
        type="button"
        aria-label={label}
        {...focus}
        className={`${classes.grip} ${classes.spyglassGrip}`}
        data-comparison="spyglass"
        style={{ insetInlineStart: centreX + asideX, insetBlockStart: centreY + asideY }}
        {...{ [PASSES_WHEEL]: '' }}
        {...KEEPS}
        onPointerDown={(event) =>
          follow(event, (clientX, clientY) => moveTo(clientX - asideX, clientY - asideY))
        }
        onKeyDown={(event) => {
          const step = arrowOf(event)
          const key = shortcutKey(event)
          const grown = key === '+' || key === '=' ? 1 : key === '-' ? -1 : 0
          if (!step && grown === 0) return
          event.preventDefault()
          if (step) setCentre([clamp(x + step[0], 0, 1), clamp(y + step[1], 0, 1)])
          setRadius(clamp(radius + grown * RADIUS.step, RADIUS.least, RADIUS.most))
        }}
      >
        <span aria-hidden>✥</span>
      </button>
    </>
  )
}

/** Half a period: slow enough for anyone (WCAG 2.3.1 allows three flashes a second). In milliseconds. */
const BLINK_MS = 900

function Blink({ onLens, onTurn }: Pick<PartProps, 'onLens'> & Pick<OverlayComparison, 'onTurn'>) {
  const tell = useEffectEvent((isFirst: boolean) => {
    onLens({ kind: isFirst ? 'everywhere' : 'nowhere' })
    onTurn?.(isFirst)
  })
  useEffect(() => {
    let isFirst = true
    tell(isFirst)
    const timer = window.setInterval(() => {
      isFirst = !isFirst
      tell(isFirst)
    }, BLINK_MS)
    return () => window.clearInterval(timer)
  }, [])
  return null
}
