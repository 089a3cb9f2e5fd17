import { atom } from 'jotai'
import type { MapBox } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { box } from '../../map/tools/box.ts'
import { measure } from '../../map/tools/measure.ts'
import { createToolRunner } from '../../map/tools/tool-runner.ts'
import { CHOOSING, composeTools } from '../../map/tools/tool.ts'
import type { ToolEventOf, ToolOf } from '../../map/tools/tool.ts'
import { type AtomStore, valueAtoms } from '../../ui/value-atoms.ts'

const TOOLS = composeTools(box, measure)
type Tool = ToolOf<typeof TOOLS>

const [toolAtom, changeToolAtom] = valueAtoms<Tool>(CHOOSING)

export const isDrawingBoxAtom = atom((get) => get(toolAtom).kind === 'box')
/** Null: nothing is measured. */
export const measuringAtom = atom((get) => {
  const tool = get(toolAtom)
  return tool.kind === 'measure' ? tool : null
})
/** Presses on the map are a tool's. */
export const isToolInUseAtom = atom((get) => get(isDrawingBoxAtom) || get(measuringAtom) !== null)
export const toolDrawingAtom = atom((get) => TOOLS.draw(get(toolAtom)).base)

/** The tools of the viewer: choosing maps, drawing a box, measuring. */
export interface ViewerTools {
  /** True: the tools answered it. */
  readonly send: (event: ToolEventOf<typeof TOOLS>) => boolean
  readonly toggleMeasuring: () => boolean
  /** Measures a point under the cross in the middle. */
  readonly setAtCross: () => void
  /** The last point goes, and measuring goes on. */
  readonly undoPoint: () => void
  /** What Escape means here: a box is given up, measuring ends with all its points. False: there is nothing to end. */
  readonly stop: () => boolean
}

interface ToolDeps {
  readonly store: AtomStore
  readonly pane: { readonly current: Pick<BasePaneHandle, 'camera' | 'cancelDrag' | 'settle'> | null }
  readonly onBox: (box: MapBox) => void
  /** A box is given up. */
  readonly onBoxEnded: () => void
  /** Measuring ends, with all its points. */
  readonly onMeasured: () => void
}

export function createViewerTools({ store, pane, onBox, onBoxEnded, onMeasured }: ToolDeps): ViewerTools {
  const send = createToolRunner({
    tools: TOOLS,
    read: () => store.get(toolAtom),
    write: (tool) => store.set(changeToolAtom, tool),
    handlers: {
      applyBox: (effect) => onBox(effect.box),
      cancelDrag: () => pane.current?.cancelDrag(),
    },
  })
  const toggleMeasuring = () => {
    if (store.get(measuringAtom)) onMeasured()
    return send({ type: 'measureToggled', of: 'path' })
  }
  return {
    send,
    toggleMeasuring,
    setAtCross() {
      pane.current?.settle()
      const centre = pane.current?.camera()?.centre
      if (centre) send({ type: 'mapPressed', map: centre })
    },
    undoPoint() {
      if ((store.get(measuringAtom)?.points.length ?? 0) > 0) send({ type: 'escape' })
    },
    stop() {
      if (store.get(measuringAtom)) return toggleMeasuring()
      if (store.get(isDrawingBoxAtom)) onBoxEnded()
      return send({ type: 'escape' })
    },
  }
}
