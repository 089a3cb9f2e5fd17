import type { MapAttribute } from '../../contract/api/maps.ts'
import { COMPARISONS, type Comparison } from '../map/compare/comparison-kinds.ts'

/** Lists that a tab shows; a catalog has none. */
export const LIST_TABS = ['personal', 'public', 'favorite'] as const
export type ListTab = (typeof LIST_TABS)[number]

/** The contract's `MAP_ATTRIBUTES`, which would bring the whole contract into the table of routes. */
export const ATTRIBUTES = [
  'title',
  'modernTitle',
  'alternativeTitle',
  'description',
  'creator',
  'scale',
  'year',
] as const satisfies readonly MapAttribute[]

/** The viewer's search parameters, all of them texts. */
export type ViewerSearch = Partial<
  Record<
    | 'catalogId'
    | 'mapId'
    | 'tiffUrl'
    | 'q'
    | 'from'
    | 'to'
    | 'box'
    | 'sort'
    | 'maps'
    | 'opacity'
    | 'look'
    | 'solo'
    | 'pair'
    | 'line'
    | 'at'
    | 'panes'
    | MapAttribute,
    string
  >
> & {
  tab?: ListTab
  compare?: Comparison
}

const TEXTS = [
  'catalogId',
  'mapId',
  'tiffUrl',
  'q',
  'from',
  'to',
  'box',
  'sort',
  'maps',
  'opacity',
  'look',
  'solo',
  'pair',
  'line',
  'at',
  'panes',
  ...ATTRIBUTES,
] as const

/** Keeps what the viewer knows of an address. */
export function viewerSearch(search: Record<string, unknown>): ViewerSearch {
  const known: ViewerSearch = {}
  for (const name of TEXTS) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') known[name] = value
  }
  const tab = LIST_TABS.find((name) => name === search['tab'])
  if (tab) known.tab = tab
  const compare = COMPARISONS.find((name) => name === search['compare'])
  if (compare) known.compare = compare
  return known
}
