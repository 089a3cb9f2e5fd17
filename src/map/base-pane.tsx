import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { createBaseView } from './base/base-view.ts'
import type { BaseView } from './base/base-view.ts'
import type { BasePaneProps } from './pane-props.ts'
import { Anchors } from './pane/anchors.tsx'
import { Crosshair } from './pane/crosshair.tsx'
import classes from './pane.module.css'

/** The base map with the overlay, the control points' map points and whatever else lies over a map. */
export function BasePane(props: BasePaneProps) {
  const { ref, label, theme, crosshair, anchors = [], interactive = true } = props
  const element = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const newest = useRef(props)
  const [view, setView] = useState<BaseView | null>(null)
  newest.current = props

  useEffect(() => {
    if (!canvas.current) return
    const created = createBaseView(canvas.current, newest.current)
    setView(created)
    return () => created.destroy()
  }, [])
  useEffect(() => view?.update(props))
  useImperativeHandle(ref, () => view?.handle ?? NOT_MOUNTED, [view])

  return (
    <div ref={element} className={classes.pane}>
      <div
        ref={canvas}
        className={classes.map}
        role="application"
        aria-label={label}
        tabIndex={interactive ? 0 : -1}
      />
      {crosshair && <Crosshair theme={theme} />}
      <Anchors anchors={anchors} mover={view} />
    </div>
  )
}

const NOT_MOUNTED: BaseView['handle'] = {
  camera: () => null,
  moveTo: () => undefined,
  zoomBy: () => undefined,
  project: () => null,
  unproject: () => null,
  focus: () => undefined,
  fitBox: () => undefined,
  resetBearing: () => undefined,
}
