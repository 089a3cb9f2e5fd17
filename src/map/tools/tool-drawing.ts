import type { BasePaneProps, ScanPaneProps, Side } from '../pane-props.ts'

/** What a tool shows in the panes, as their props. */
export interface ToolDrawing {
  readonly scan: Pick<ScanPaneProps, 'pending'>
  readonly base: Pick<
    BasePaneProps,
    'pending' | 'temporary' | 'handles' | 'handlesAreNumbered' | 'line' | 'isLineClosed'
  >
  /** The pane that stands still and hears nothing while the tool works over it. */
  readonly stillSide: Side | null
}

const NO_BASE: ToolDrawing['base'] = { pending: null, temporary: null, handles: [], line: [] }

export const NO_DRAWING: ToolDrawing = { scan: { pending: null }, base: NO_BASE, stillSide: null }

/** A drawing on the map alone. */
export const drawnOnMap = (base: Partial<ToolDrawing['base']>): ToolDrawing => ({
  ...NO_DRAWING,
  base: { ...NO_BASE, ...base },
})

/** A pane stands still, and nothing is drawn. */
export const STILL: Record<Side, ToolDrawing> = {
  scan: { ...NO_DRAWING, stillSide: 'scan' },
  map: { ...NO_DRAWING, stillSide: 'map' },
}
