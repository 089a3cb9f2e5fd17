import type { BaseCamera } from '../../geometry/camera.ts'
import { lonLatToMercator, placeLonLat } from '../../geometry/mercator.ts'
import { isPlain, lookOf, lookText, type MapLook } from './map-look.ts'
import { readFilters, writeFilters } from '../../map-search/filter-forms.ts'
import { orderedYears, VIEWER_FILTERS } from '../../map-search/filters.ts'
import type { ViewerFilters, ViewerTab } from './viewer-filters.ts'
import { chosenSort, sortsOf, type ListSort } from './list-sorts.ts'
import type { Comparison } from '../../map/compare/comparison-kinds.ts'
import { panesOf, panesText, type ViewedPane } from './viewed-panes.ts'
import { pairOf, pairText, type ComparedPair } from './compared-pair.ts'
import type { ViewerSearch } from './viewer-search.ts'

/** A map that stays on the map until it is taken away. */
export interface PinnedMap {
  readonly id: string
  /** 0 to 1. */
  readonly opacity: number
  /** Absent: as it was scanned. */
  readonly look?: MapLook
}

/** What the viewer shows, as its address says it. */
export interface ViewerState {
  readonly tab: ViewerTab
  readonly catalogId?: string
  readonly filters: ViewerFilters
  /** The order of the list that was chosen; absent: the one that it begins with. */
  readonly sort?: ListSort
  /** The map that is looked at: drawn above the pinned ones, unless it is one of them. */
  readonly selectedId: string | null
  /** A file to show beside all maps; relative to `/api/`. */
  readonly tiffUrl?: string
  /** From bottom to top. */
  readonly pinned: readonly PinnedMap[]
  /** Of the selected map while it is not pinned; undefined: the one that was used last. */
  readonly opacity?: number
  /** Of the selected map while it is not pinned. */
  readonly look?: MapLook
  /** The only one that is drawn for now. */
  readonly soloId: string | null
  readonly comparison: Comparison | null
  /** What is compared; absent: the uppermost map with all that lies beneath it. */
  readonly pair?: ComparedPair
  /** Where the line of the comparison stands, a part of the width; absent: in the middle. */
  readonly line?: number
  /** Two to four panes beside one another, in place of the one map. Their maps are among the pinned ones. */
  readonly panes?: readonly ViewedPane[]
  /** Null: what fits. */
  readonly camera: BaseCamera | null
}

/**
 * Gives the next state of the page from the one that its address has. `isChoice`: Back takes it back.
 */
export type ChangeViewer = (next: (state: ViewerState) => ViewerState, isChoice: boolean) => void

/** The list in another order; the one that it begins with needs no word. */
export function withSort({ sort: _sort, ...last }: ViewerState, sort: ListSort): ViewerState {
  return sort === sortsOf(last.tab)[0] ? last : { ...last, sort }
}

export function stateOf(search: ViewerSearch): ViewerState {
  const { catalogId, tab = 'public', mapId, tiffUrl, opacity } = search
  const { time, ...filters } = readFilters(VIEWER_FILTERS, search)
  const sort = chosenSort(search.sort)
  const share = opacity === undefined ? undefined : shareOf(opacity)
  const look = lookOf(search.look)
  const panes = panesOf(search.panes)
  const pair = search.compare && pairOf(search.pair)
  const line = search.compare === 'swipe' && search.line !== undefined ? shareOf(search.line) : undefined
  return {
    tab: catalogId === undefined ? tab : 'catalog',
    ...(catalogId !== undefined && { catalogId }),
    filters: { ...filters, ...(time && { time: orderedYears(time) }) },
    ...(sort && { sort }),
    selectedId: mapId ?? null,
    ...(tiffUrl !== undefined && { tiffUrl }),
    pinned: withMapsOf(panes, pinnedOf(search.maps)),
    ...(share !== undefined && { opacity: share }),
    ...(!isPlain(look) && { look }),
    soloId: search.solo ?? null,
    comparison: search.compare ?? null,
    ...(pair && { pair }),
    ...(line !== undefined && { line }),
    ...(panes && { panes }),
    camera: cameraOf(search.at),
  }
}

/** The reverse of `stateOf`. */
export function searchOf(state: ViewerState): ViewerSearch {
  const { filters, pinned, camera, catalogId, tab, tiffUrl, opacity, look, panes } = state
  return {
    ...(tab !== 'catalog' && tab !== 'public' && { tab }),
    ...(tab === 'catalog' && catalogId !== undefined && { catalogId }),
    ...(state.selectedId !== null && { mapId: state.selectedId }),
    ...(tiffUrl !== undefined && { tiffUrl }),
    ...writeFilters(filters),
    ...(state.sort && { sort: state.sort }),
    ...(pinned.length > 0 && { maps: pinned.map(pinnedText).join(',') }),
    ...(opacity !== undefined && { opacity: percent(opacity) }),
    ...(look && { look: lookText(look) }),
    ...(state.soloId !== null && { solo: state.soloId }),
    ...(state.comparison && { compare: state.comparison }),
    ...(state.comparison && state.pair && { pair: pairText(state.pair) }),
    ...(state.comparison === 'swipe' && state.line !== undefined && { line: percent(state.line) }),
    ...(panes && { panes: panesText(panes) }),
    ...(camera && { at: cameraText(camera) }),
  }
}

/** Whole percents: more cannot be told apart, and an address should be short. */
const percent = (share: number) => String(Math.round(share * 100))

function shareOf(text: string): number | undefined {
  const share = numberOf(text) / 100
  return share >= 0 && share <= 1 ? share : undefined
}

/** "ID", "ID:PERCENT" or "ID:PERCENT:LOOK"; ids know no colon. */
function pinnedText({ id, opacity, look }: PinnedMap): string {
  if (look) return `${id}:${percent(opacity)}:${lookText(look)}`
  return opacity === 1 ? id : `${id}:${percent(opacity)}`
}

function pinnedOf(text: string | undefined): PinnedMap[] {
  const pinned = new Map<string, PinnedMap>()
  for (const part of (text ?? '').split(',')) {
    const [id = '', opacity, words] = part.split(':')
    const look = lookOf(words)
    const share = (opacity ? shareOf(opacity) : undefined) ?? 1
    if (id !== '') pinned.set(id, { id, opacity: share, ...(!isPlain(look) && { look }) })
  }
  return [...pinned.values()]
}

/** Maps that only panes name, as someone wrote them there by hand, are pinned as well. */
function withMapsOf(
  panes: readonly ViewedPane[] | undefined,
  pinned: readonly PinnedMap[],
): readonly PinnedMap[] {
  const known = new Set(pinned.map(({ id }) => id))
  const ids = new Set(panes?.flatMap(({ maps }) => maps))
  return [...pinned, ...[...ids].filter((id) => !known.has(id)).map((id) => ({ id, opacity: 1 }))]
}

/** "ZOOM_LATITUDE_LONGITUDE", and "_BEARING" where north is not up: signs that addresses leave as they are. */
export function cameraText({ centre, zoom, bearing }: BaseCamera): string {
  const [lon, lat] = placeLonLat(centre[0], centre[1])
  // A hundredth of a px at any zoom that there is.
  const parts = [zoom.toFixed(3), lat.toFixed(7), lon.toFixed(7)]
  if (Math.abs(bearing) >= 0.05) parts.push(bearing.toFixed(1))
  return parts.join('_')
}

function cameraOf(text: string | undefined): BaseCamera | null {
  const [zoom = NaN, lat = NaN, lon = NaN, bearing = 0] = (text ?? '').split('_').map(numberOf)
  const isPlace = Math.abs(lat) <= 85.06 && Math.abs(lon) <= 180 && zoom >= 0 && zoom <= 24
  return isPlace && Number.isFinite(bearing) ? { centre: lonLatToMercator(lon, lat), zoom, bearing } : null
}

const numberOf = (text: string) => (/^-?\d+(\.\d+)?$/.test(text) ? Number(text) : NaN)
