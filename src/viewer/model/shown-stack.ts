import { isPlain, type MapLook } from './map-look.ts'
import type { ViewerState } from './viewer-state.ts'
import { withoutPairOf } from './compared-pair.ts'
import { FILE_ID } from './shown-name.ts'

/** A map of the stack that lies on the base map. */
export interface StackedMap {
  readonly id: string
  /** 0 to 1; undefined: as it was chosen last. */
  readonly opacity: number | undefined
  /** Absent: as it was scanned. */
  readonly look?: MapLook | undefined
  /** False: it gives way to the next map that is selected. */
  readonly isPinned: boolean
}

/** All maps that are shown, from bottom to top: the pinned ones, and the selected one above them. */
export function stackOf({ pinned, selectedId, opacity, look }: ViewerState): StackedMap[] {
  const stack: StackedMap[] = pinned.map((map) => ({ ...map, isPinned: true }))
  if (selectedId !== null && !pinned.some(({ id }) => id === selectedId))
    stack.push({ id: selectedId, opacity, look, isPinned: false })
  return stack
}

/** Another map is looked at; one that was not pinned gives way to it. */
export function withSelected(state: ViewerState, id: string | null): ViewerState {
  if (state.selectedId === id) return state
  const isGone = !state.pinned.some((map) => map.id === state.selectedId)
  const {
    opacity: _opacity,
    look: _look,
    tiffUrl: _file,
    ...rest
  } = isGone ? withoutPairOf(state, state.selectedId ?? FILE_ID) : state
  const soloId = state.soloId === state.selectedId ? null : state.soloId
  return { ...rest, selectedId: id, soloId }
}

/** A map stays until it is taken away. @param opacity - As it is drawn now. */
export function withPinned(state: ViewerState, id: string, opacity: number): ViewerState {
  if (state.pinned.some((map) => map.id === id)) return state
  const { opacity: _opacity, look, ...rest } = state
  return { ...rest, pinned: [...state.pinned, { id, opacity, ...(look && { look }) }] }
}

/** Another map is looked at, and the one that would give way to it stays. @param preview - As it is drawn now. */
export const withBeside = (
  state: ViewerState,
  id: string,
  preview: Pick<StackedMap, 'id'> & { readonly opacity: number },
): ViewerState => withSelected(withPinned(state, preview.id, preview.opacity), id)

export function withoutMap(state: ViewerState, id: string): ViewerState {
  const without = withoutPairOf(state.selectedId === id ? withSelected(state, null) : state, id)
  const pinned = without.pinned.filter((map) => map.id !== id)
  return {
    ...without,
    pinned,
    soloId: without.soloId === id ? null : without.soloId,
    comparison: pinned.length === 0 && without.selectedId === null ? null : without.comparison,
    ...(without.panes && {
      panes: without.panes.map((pane) => ({ ...pane, maps: pane.maps.filter((map) => map !== id) })),
    }),
  }
}

/**
 * A map is pinned no longer: it lies above the others until another is chosen. Where one is looked at already that is not
 * pinned either, there is room for one of them, and it goes.
 */
export function withUnpinned(state: ViewerState, id: string): ViewerState {
  const { selectedId, tiffUrl } = state
  const map = state.pinned.find((pinned) => pinned.id === id)
  const isOther = selectedId !== null && !state.pinned.some((pinned) => pinned.id === selectedId)
  if (!map || isOther || tiffUrl !== undefined) return withoutMap(state, id)
  const { opacity: _opacity, look: _look, ...rest } = state
  const { opacity, look } = map
  return {
    ...rest,
    pinned: state.pinned.filter((pinned) => pinned !== map),
    selectedId: id,
    ...(opacity !== undefined && { opacity }),
    ...(look && { look }),
  }
}

export function withOpacity(state: ViewerState, id: string, opacity: number): ViewerState {
  return state.pinned.some((map) => map.id === id)
    ? { ...state, pinned: state.pinned.map((map) => (map.id === id ? { ...map, opacity } : map)) }
    : { ...state, opacity }
}

/** Shows some maps whole. @param maps - Those that are shown, with their opacity now. */
export const withWhole = (
  state: ViewerState,
  maps: readonly { readonly id: string; readonly opacity: number }[],
  ids: readonly string[],
): ViewerState =>
  maps
    .filter(({ id, opacity }) => ids.includes(id) && opacity < 1)
    .reduce((last, { id }) => withOpacity(last, id, 1), state)

/** A map that is not pinned is the selected one. */
export function withLook(state: ViewerState, id: string, look: MapLook): ViewerState {
  const said = isPlain(look) ? {} : { look }
  if (state.pinned.some((map) => map.id === id)) {
    const pinned = state.pinned.map((map) => (map.id === id ? { id, opacity: map.opacity, ...said } : map))
    return { ...state, pinned }
  }
  const { look: _look, ...rest } = state
  return { ...rest, ...said }
}

/**
 * A map is drawn elsewhere in the stack, which pins it. One that would lie above all the pinned ones stays as well where
 * another comes above it.
 * @param to - Its place from the bottom, the first being 0.
 * @param opacity - As it is drawn now.
 * @param preview - The map that is not pinned, as it is drawn now.
 */
export function withMoved(
  state: ViewerState,
  id: string,
  to: number,
  opacity: number,
  preview?: Pick<StackedMap, 'id'> & { readonly opacity: number },
): ViewerState {
  const isAbove = preview !== undefined && preview.id !== id && to >= state.pinned.length
  const { pinned, ...rest } = withPinned(
    isAbove ? withPinned(state, preview.id, preview.opacity) : state,
    id,
    opacity,
  )
  const moved = pinned.find((map) => map.id === id)
  if (!moved) return state
  return { ...rest, pinned: pinned.filter((map) => map !== moved).toSpliced(to, 0, moved) }
}

/**
 * A map stays, at its place in the order of a list: beneath all that come before it there.
 * @param order - Ids, the first uppermost. A map that it does not name comes on top.
 */
export function withPinnedInOrder(
  state: ViewerState,
  id: string,
  opacity: number,
  order: readonly string[],
): ViewerState {
  const at = order.indexOf(id)
  const earlier = new Set(order.slice(0, Math.max(0, at)))
  const others = state.pinned.filter((map) => map.id !== id)
  const above = others.findIndex((map) => earlier.has(map.id))
  return above < 0 ? withPinned(state, id, opacity) : withMoved(state, id, above, opacity)
}

/** All maps of a list stay, the first uppermost; others that there are lie beneath. @param opacity - Of those that come. */
export function withAllInOrder(state: ViewerState, order: readonly string[], opacity: number): ViewerState {
  const known = new Map(state.pinned.map((map) => [map.id, map]))
  const others = state.pinned.filter(({ id }) => !order.includes(id))
  const { opacity: _opacity, look: _look, ...rest } = withSelected(state, null)
  return {
    ...rest,
    soloId: null,
    pinned: [...others, ...order.toReversed().map((id) => known.get(id) ?? { id, opacity })],
  }
}

/** Only this map is drawn, or again all of them. */
export function withSolo(state: ViewerState, id: string): ViewerState {
  const { pair: _pair, ...rest } = state
  return { ...rest, soloId: state.soloId === id ? null : id }
}
