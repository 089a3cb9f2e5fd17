import { filterRequest, withoutFilters } from '../../map-search/filter-forms.ts'
import type { FindRequest, YearsRequest } from '../../queries/find-queries.ts'
import type { ViewerFilters, ViewerTab } from './viewer-filters.ts'

/** What a list is narrowed to, as the calls that find maps take it. */
export const findRequest = (
  tab: ViewerTab,
  catalogId: string | undefined,
  filters: ViewerFilters,
): FindRequest => ({
  list: tab,
  ...(tab === 'catalog' && catalogId !== undefined && { catalogId }),
  ...filterRequest(filters),
})

/** The same whatever the year. */
export function timelessRequest(
  tab: ViewerTab,
  catalogId: string | undefined,
  filters: ViewerFilters,
): YearsRequest {
  const {
    from: _from,
    to: _to,
    sort: _sort,
    view: _view,
    ...request
  } = findRequest(tab, catalogId, withoutFilters(filters, 'time'))
  return request
}
