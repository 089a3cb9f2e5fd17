import { atom } from 'jotai'
import type { BasePaneHandle, ScanPaneHandle, Side } from '../../map/pane-props.ts'
import { crop } from '../../map/tools/crop.ts'
import type { Cropping } from '../../map/tools/crop.ts'
import { restingOf, withDrag } from '../../map/tools/drag.ts'
import { lay } from '../../map/tools/lay.ts'
import type { Laying, Pulling } from '../../map/tools/lay.ts'
import { points } from '../../map/tools/points.ts'
import type { InLoupe } from '../../map/tools/points.ts'
import { CHOOSING, composeTools } from '../../map/tools/tool.ts'
import type { ToolEventOf, ToolOf } from '../../map/tools/tool.ts'

/** The tools of the editor. */
export const editorTools = withDrag(composeTools(points, crop, lay))

export type EditorTool = ToolOf<typeof editorTools>
export type EditorToolEvent = ToolEventOf<typeof editorTools>

/** Changed by the runner of the tools alone. */
export const toolAtom = atom<EditorTool>(CHOOSING)
const restingToolAtom = atom((get) => restingOf(get(toolAtom)))

export const selectedIdAtom = atom((get) => {
  const tool = get(restingToolAtom)
  return 'selectedId' in tool ? tool.selectedId : null
})
/** The pane in which the menu of the selected point is open. */
export const menuSideAtom = atom((get) => {
  const tool = get(restingToolAtom)
  return tool.kind === 'menu' ? tool.side : null
})
/** The loupe over the selected point. */
export const loupeAtom = atom((get): InLoupe | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'loupe' ? tool : null
})
/** Something that belongs to the selected point lies over a pane. */
export const isOverPaneAtom = atom((get) => get(menuSideAtom) !== null || get(loupeAtom) !== null)
/** The pair of which a part is placed. */
export const halfPairAtom = atom((get) => {
  const tool = get(restingToolAtom)
  return tool.kind === 'place' ? tool.half : null
})
/** The pane where the next press completes the pair. */
export const nextSideAtom = atom((get): Side | null => {
  const half = get(halfPairAtom)
  if (half === null) return null
  return half.kind === 'mapSet' ? 'scan' : 'map'
})
/** The crop mask is being changed. */
export const croppingAtom = atom((get): Cropping | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'crop' ? tool : null
})

export const isCroppingAtom = atom((get) => get(croppingAtom) !== null)

/** The sheet is being laid on the map: another one with each step of the hand, so whoever asks only whether takes the next. */
export const layingAtom = atom((get): Laying | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'lay' ? tool : null
})
export const isLayingAtom = atom((get) => get(layingAtom) !== null)
/** Places of the overlay are being pulled. */
export const pullingAtom = atom((get): Pulling | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'pull' ? tool : null
})

export const isPullingAtom = atom((get) => get(pullingAtom) !== null)

/** What the tool shows in the panes. */
export const toolDrawingAtom = atom((get) => editorTools.draw(get(toolAtom)))

/** Sends an event to the tools. True: they answered it. */
export type SendToTools = (event: EditorToolEvent) => boolean

/** How events reach the tools. Set once for each editor, by `createEditorTools`. */
export const toolsAtom = atom<{ readonly send: SendToTools }>({ send: () => false })

/** The panes of an editor, each null until it is mounted. */
export interface Panes {
  readonly scan: { current: ScanPaneHandle | null }
  readonly map: { current: BasePaneHandle | null }
}

/** Set once for each editor. */
export const panesAtom = atom<Panes>({ scan: { current: null }, map: { current: null } })
