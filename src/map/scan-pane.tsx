import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { ScanPaneProps } from './pane-props.ts'
import { Anchors } from './pane/anchors.tsx'
import { Crosshair } from './pane/crosshair.tsx'
import { createScanView } from './scan/scan-view.ts'
import type { ScanView } from './scan/scan-view.ts'
import classes from './pane.module.css'

/** The scan in its own pixels, drawn from its pyramid, with the control points' image points. */
export function ScanPane(props: ScanPaneProps) {
  const { ref, label, theme, crosshair, marks = NO_MARKS, anchors = [] } = props
  const places = useMemo(() => marks.map(({ image }) => image), [marks])
  const element = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<ScanView | null>(null)

  const create = useEffectEvent((element: HTMLElement) => createScanView(element, props))
  useEffect(() => {
    if (!element.current) return
    const created = create(element.current)
    setView(created)
    return () => created.destroy()
  }, [])
  useEffect(() => view?.update(props))
  useImperativeHandle(ref, () => view?.handle ?? NOT_MOUNTED, [view])

  return (
    <div
      ref={element}
      className={classes.pane}
      role={props.interactive === false ? 'img' : 'application'}
      aria-label={label}
    >
      {crosshair && <Crosshair theme={theme} places={places} mover={view} />}
      <Anchors anchors={anchors} mover={view} />
    </div>
  )
}

const NO_MARKS: readonly [] = []

const NOT_MOUNTED: ScanView['handle'] = {
  camera: () => null,
  moveTo: () => undefined,
  settle: () => undefined,
  fitBox: () => undefined,
  zoomBy: () => undefined,
  turnBy: () => undefined,
  fit: () => undefined,
  resetBearing: () => undefined,
  project: () => null,
  unproject: () => null,
  focus: () => undefined,
  cancelDrag: () => false,
}
