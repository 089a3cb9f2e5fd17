import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapBox } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { box } from '../../map/tools/box.ts'
import { measure } from '../../map/tools/measure.ts'
import { useToolRunner } from '../../map/tools/tool-runner.ts'
import { CHOOSING, composeTools } from '../../map/tools/tool.ts'
import type { ToolOf } from '../../map/tools/tool.ts'

export type ViewerTools = ReturnType<typeof useViewerTool>

const TOOLS = composeTools(box, measure)

/** The tools of the viewer: choosing maps, drawing a box, measuring. */
export function useViewerTool(
  pane: RefObject<BasePaneHandle | null>,
  onBox: (box: MapBox) => void,
  onSaid: (said: string) => void,
) {
  const { t } = useTranslation('viewer')
  const { tool, drawing, send } = useToolRunner(TOOLS, CHOOSING as ToolOf<typeof TOOLS>, {
    applyBox: (effect) => onBox(effect.box),
    cancelDrag: () => pane.current?.cancelDrag(),
  })
  const measuring = tool.kind === 'measure' ? tool : null
  const toggleMeasuring = () => {
    if (measuring) onSaid(t('measure.ended'))
    return send({ type: 'measureToggled', of: 'path' })
  }
  return {
    isDrawing: tool.kind === 'box',
    measuring,
    drawing,
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
    stop: () => {
      if (measuring) return toggleMeasuring()
      if (tool.kind === 'box') onSaid(t('tools.boxEnded'))
      return send({ type: 'escape' })
    },
  }
}
