import { atom } from 'jotai'
import type { BasePaneHandle, ScanPaneHandle } from '../../map/pane-props.ts'
import type { Cropping } from '../../map/tools/crop.ts'
import type { Laying, Pulling } from '../../map/tools/lay.ts'
import { drawingOf } from '../../map/tools/tool-drawing.ts'
import { CHOOSING, nextTool, restingOf } from '../../map/tools/tool.ts'
import type { InLoupe, Tool } from '../../map/tools/tool.ts'
import type { ToolEffect, ToolEvent } from '../../map/tools/tool-event.ts'

const toolAtom = atom<Tool>(CHOOSING)
const restingToolAtom = atom((get) => restingOf(get(toolAtom)))

export const selectedIdAtom = atom((get) => get(restingToolAtom).selectedId)
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
/** The crop mask is being changed. */
export const croppingAtom = atom((get): Cropping | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'crop' ? tool : null
})

/** The sheet is being laid on the map. */
export const layingAtom = atom((get): Laying | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'lay' ? tool : null
})
/** Places of the overlay are being pulled. */
export const pullingAtom = atom((get): Pulling | null => {
  const tool = get(restingToolAtom)
  return tool.kind === 'pull' ? tool : null
})

/** What the tool shows in the panes. */
export const toolDrawingAtom = atom((get) => drawingOf(get(toolAtom)))

/** Lets the tool answer an event. Gives what is to be done; null: the tool had no answer. */
export const stepToolAtom = atom(null, (get, set, event: ToolEvent): readonly ToolEffect[] | null => {
  const before = get(toolAtom)
  const { tool, effects } = nextTool(before, event)
  set(toolAtom, tool)
  return tool === before && effects.length === 0 ? null : effects
})

/** Sends an event to the tools. True: they answered it. */
export type SendToTools = (event: ToolEvent) => boolean

/** How events reach the tools. Set once for each editor, by `createEditorTools`. */
export const toolsAtom = atom<{ readonly send: SendToTools }>({ send: () => false })

/** The panes of an editor, each null until it is mounted. */
export interface Panes {
  readonly scan: { current: ScanPaneHandle | null }
  readonly map: { current: BasePaneHandle | null }
}

/** Set once for each editor. */
export const panesAtom = atom<Panes>({ scan: { current: null }, map: { current: null } })
