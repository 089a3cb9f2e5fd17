import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dividerColumns } from './divider-columns.ts'
import classes from './split-view.module.css'

const MIN_SHARE = 0.15
const STEP = 0.02

interface SplitViewProps {
  readonly left: ReactNode
  readonly right: ReactNode
  /** Which panes show; a hidden one stays mounted, so that its view and its tiles are kept. */
  readonly shows: 'left' | 'both' | 'right'
  /** Share of the width for the left pane, 0 to 1. */
  readonly share: number
  readonly onShareChange: (share: number) => void
}

/** Two panes with a divider that drags, obeys the arrow keys, and is centred by a double click. */
export function SplitView({ left, right, shows, share, onShareChange }: SplitViewProps) {
  const { t } = useTranslation('editor')
  const frame = useRef<HTMLDivElement>(null)
  const change = (next: number) => onShareChange(Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, next)))

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const box = frame.current?.getBoundingClientRect()
    if (box && event.currentTarget.hasPointerCapture(event.pointerId))
      change((event.clientX - box.left) / box.width)
  }

  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    change(step === undefined ? 0.5 : share + step)
  }

  const box = useBox(frame)
  const { left: leftPx, divider } = dividerColumns(box, share, window.devicePixelRatio)
  const columns = shows === 'both' ? `${leftPx}px ${divider}px minmax(0, 1fr)` : 'minmax(0, 1fr)'
  return (
    <div ref={frame} className={classes['split']} style={{ gridTemplateColumns: columns }}>
      <div className={classes['pane']} hidden={shows === 'right'}>
        {left}
      </div>
      {shows === 'both' && (
        // A separator with a value is a widget: it takes the focus and the arrow keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <div
          role="separator"
          aria-orientation="vertical"
          aria-label={t('pane.divider')}
          aria-valuenow={Math.round(share * 100)}
          aria-valuemin={MIN_SHARE * 100}
          aria-valuemax={(1 - MIN_SHARE) * 100}
          // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          title={t('pane.dividerHint')}
          className={classes['divider']}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onDoubleClick={() => change(0.5)}
          onKeyDown={press}
        />
      )}
      <div className={classes['pane']} hidden={shows === 'left'}>
        {right}
      </div>
    </div>
  )
}

/** Where an element lies from the left of the page, and how wide it is, CSS px; kept up to date. */
function useBox(element: { readonly current: HTMLElement | null }) {
  const [box, setBox] = useState({ left: 0, width: 0 })
  useLayoutEffect(() => {
    if (!element.current) return undefined
    const { current } = element
    const read = () => {
      const { left, width } = current.getBoundingClientRect()
      setBox((last) => (last.left === left && last.width === width ? last : { left, width }))
    }
    read()
    const sizes = new ResizeObserver(read)
    sizes.observe(current)
    return () => sizes.disconnect()
  }, [element])
  return box
}
