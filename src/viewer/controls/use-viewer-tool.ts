import { useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapBox } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { drawingOf } from '../../map/tools/tool-drawing.ts'
import type { ToolEvent } from '../../map/tools/tool-event.ts'
import { CHOOSING, nextTool, restingOf } from '../../map/tools/tool.ts'
import type { Tool } from '../../map/tools/tool.ts'

export type ViewerTools = ReturnType<typeof useViewerTool>

/** The tools of the viewer: choosing maps, drawing a box, measuring. The one place where their effects are done. */
export function useViewerTool(
  pane: RefObject<BasePaneHandle | null>,
  onBox: (box: MapBox) => void,
  onSaid: (said: string) => void,
) {
  const { t } = useTranslation('viewer')
  const [tool, setTool] = useState<Tool>(CHOOSING)
  // Events of one frame follow one another sooner than the state is rendered.
  const current = useRef<Tool>(CHOOSING)
  const send = (event: ToolEvent): boolean => {
    const before = current.current
    const { tool: next, effects } = nextTool(before, event)
    current.current = next
    setTool(next)
    for (const effect of effects) {
      if (effect.kind === 'applyBox') onBox(effect.box)
      if (effect.kind === 'cancelDrag') pane.current?.cancelDrag()
    }
    return next !== before || effects.length > 0
  }
  const resting = restingOf(tool)
  const measuring = resting.kind === 'measure' ? resting : null
  const toggleMeasuring = () => {
    if (measuring) onSaid(t('measure.ended'))
    return send({ type: 'measureToggled', of: 'path' })
  }
  return {
    isDrawing: resting.kind === 'box',
    measuring,
    drawing: useMemo(() => drawingOf(tool), [tool]),
    send,
    toggleMeasuring,
    /** Measures a point under the cross in the middle. */
    setAtCross: () => {
      pane.current?.settle()
      const centre = pane.current?.camera()?.centre
      if (centre) send({ type: 'mapPressed', map: centre })
    },
    /** The last point goes, and measuring goes on. */
    undoPoint: () => {
      if (measuring && measuring.points.length > 0) send({ type: 'escape' })
    },
    /** What Escape means here: measuring ends, with all its points. False: there is nothing to end. */
    stop: () => (measuring ? toggleMeasuring() : send({ type: 'escape' })),
  }
}
