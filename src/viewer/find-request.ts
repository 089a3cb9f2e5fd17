import { boundsToText } from '../../contract/rules/bounds-to-text.ts'
import type { ViewerFilters, ViewerTab } from './viewer-filters.ts'

/** What a list is narrowed to, as the calls that find maps take it; time apart. */
export function timelessRequest(tab: ViewerTab, catalogId: string | undefined, filters: ViewerFilters) {
  const { q, attributes, box } = filters
  return {
    list: tab,
    ...(tab === 'catalog' && catalogId !== undefined && { catalogId }),
    ...(q && { q }),
    ...attributes,
    ...(box && { box: boundsToText(box) }),
  }
}

/** The same with the years. */
export function findRequest(tab: ViewerTab, catalogId: string | undefined, filters: ViewerFilters) {
  const { from = null, to = null } = filters.time ?? {}
  return {
    ...timelessRequest(tab, catalogId, filters),
    ...(from !== null && { from: String(from) }),
    ...(to !== null && { to: String(to) }),
  }
}
