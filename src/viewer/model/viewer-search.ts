import { COMPARISONS, type Comparison } from '../../map/compare/comparison-kinds.ts'
import { paramsOf } from '../../map-search/filter-forms.ts'
import { type FilterParam, VIEWER_FILTERS } from '../../map-search/filters.ts'

/** Lists that a tab shows; a catalog has none. */
export const LIST_TABS = ['personal', 'public', 'favorite'] as const
export type ListTab = (typeof LIST_TABS)[number]

const TEXTS = [
  'catalogId',
  'mapId',
  'tiffUrl',
  'sort',
  'maps',
  'opacity',
  'look',
  'solo',
  'pair',
  'line',
  'at',
  'panes',
] as const

/** The viewer's search parameters, all of them texts. */
export type ViewerSearch = Partial<
  Record<(typeof TEXTS)[number] | FilterParam<(typeof VIEWER_FILTERS)[number]>, string>
> & {
  tab?: ListTab
  compare?: Comparison
}

/** Keeps what the viewer knows of an address. */
export function viewerSearch(search: Record<string, unknown>): ViewerSearch {
  const known: ViewerSearch = {}
  for (const name of [...TEXTS, ...paramsOf(VIEWER_FILTERS)]) {
    const value = search[name]
    if (typeof value === 'string' && value !== '') known[name] = value
  }
  const tab = LIST_TABS.find((name) => name === search['tab'])
  if (tab) known.tab = tab
  const compare = COMPARISONS.find((name) => name === search['compare'])
  if (compare) known.compare = compare
  return known
}
