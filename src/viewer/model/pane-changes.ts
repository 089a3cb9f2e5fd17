import { stackOf, withPinned } from './shown-stack.ts'
import type { ViewerState } from './viewer-state.ts'
import { EMPTY_PANE, LEAST_PANES, MOST_MAPS_OF_PANE, MOST_PANES, type ViewedPane } from './viewed-panes.ts'

/**
 * The maps of the stack side by side, the uppermost first; one alone lies beside the base map.
 * @param opacity - Of the selected map, as it is drawn now.
 * @param most - Panes that there is room for.
 */
export function withPanes(state: ViewerState, opacity: number, most: number): ViewerState {
  const { selectedId } = state
  // What is seen here stays in the stack: a pane can give it away and take it again.
  const { pair: _pair, ...pinned } = selectedId === null ? state : withPinned(state, selectedId, opacity)
  const panes = stackOf(pinned)
    .toReversed()
    .slice(0, most)
    .map(({ id }): ViewedPane => ({ maps: [id], year: null }))
  while (panes.length < LEAST_PANES) panes.push(EMPTY_PANE)
  return { ...pinned, comparison: null, soloId: null, panes }
}

export function withoutPanes({ panes: _panes, ...state }: ViewerState): ViewerState {
  return state
}

/** Another number of panes: a new one shows a map of the stack that none shows yet; the last ones go. */
export function withPaneCount(state: ViewerState, count: number): ViewerState {
  const panes = (state.panes ?? []).slice(0, count)
  const shown = new Set(panes.flatMap(({ maps }) => maps))
  const others = state.pinned.filter(({ id }) => !shown.has(id)).toReversed()
  while (panes.length < Math.min(count, MOST_PANES)) {
    const next = others.shift()
    panes.push(next ? { maps: [next.id], year: null } : EMPTY_PANE)
  }
  return { ...state, panes }
}

/** One pane shows other maps, which the stack then has as well. */
export function withMapsOfPane(state: ViewerState, at: number, maps: readonly string[]): ViewerState {
  const few = maps.slice(0, MOST_MAPS_OF_PANE)
  const pinned = few.reduce((last, id) => withPinned(last, id, 1), state)
  return changed(pinned, at, { maps: few })
}

export function withYearOfPane(state: ViewerState, at: number, year: number | null): ViewerState {
  return changed(state, at, { year })
}

function changed(state: ViewerState, at: number, change: Partial<ViewedPane>): ViewerState {
  const panes = state.panes?.map((pane, index) => (index === at ? { ...pane, ...change } : pane))
  return panes ? { ...state, panes } : state
}
