import { useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { lazyNeeded } from '../ui/lazy-needed.tsx'
import { createBaseView } from './base/base-view.ts'
import type { BaseView } from './base/base-view.ts'
import type { BasePaneProps } from './pane-props.ts'
import { Anchors } from './pane/anchors.tsx'
import { Crosshair } from './pane/crosshair.tsx'
import classes from './pane.module.css'

const Comparison = lazyNeeded(async () => (await import('./compare/comparison.tsx')).Comparison)

/** The base map with the overlay, the control points' map points and whatever else lies over a map. */
export function BasePane(props: BasePaneProps) {
  const { ref, label, theme, crosshair, marks = NO_MARKS, anchors = [] } = props
  const places = useMemo(() => marks.map(({ map }) => map), [marks])
  const canvas = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<BaseView | null>(null)
  const [pane, setPane] = useState<HTMLElement | null>(null)

  const create = useEffectEvent((element: HTMLElement) => createBaseView(element, props))
  useEffect(() => {
    if (!canvas.current) return
    const created = create(canvas.current)
    setView(created)
    return () => created.destroy()
  }, [])
  useEffect(() => view?.update(props))
  useImperativeHandle(ref, () => view?.handle ?? NOT_MOUNTED, [view])

  return (
    <div ref={setPane} className={classes.pane} data-yields={Boolean(props.yieldsToPage)}>
      <div ref={canvas} className={classes.map} role={roleOf(props)} aria-label={label} />
      {crosshair && <Crosshair theme={theme} places={places} mover={view} />}
      {props.comparison && view && pane && (
        <Comparison
          comparison={props.comparison}
          pane={pane}
          onLens={(lens) => view.setLens(lens)}
          takesHandle={(event) => view.takeHandle(event)}
        />
      )}
      <Anchors anchors={anchors} mover={view} />
    </div>
  )
}

/** A picture would hide from screen readers what leads to those who made the base map. */
function roleOf({ interactive, attribution }: BasePaneProps): 'application' | 'group' | 'img' {
  if (interactive !== false) return 'application'
  return attribution === false ? 'img' : 'group'
}

const NO_MARKS: readonly [] = []

const NOT_MOUNTED: BaseView['handle'] = {
  camera: () => null,
  moveTo: () => undefined,
  settle: () => undefined,
  zoomBy: () => undefined,
  turnBy: () => undefined,
  project: () => null,
  unproject: () => null,
  focus: () => undefined,
  cancelDrag: () => false,
  fitBox: () => undefined,
  resetBearing: () => undefined,
}
