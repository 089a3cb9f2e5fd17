import { useMemo, useState } from 'react'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { filterRequest } from '../map-search/filter-forms.ts'
import type { MapFilters, OWN_MAP_FILTERS } from '../map-search/filters.ts'
import { useOwnMapsFound } from '../queries/own-maps-found.ts'

export type OwnMapFilters = MapFilters<(typeof OWN_MAP_FILTERS)[number]>

/**
 * What a search leaves of one's own maps, as the server understands its words. Until the first answer has come all maps
 * stay where they are; where the page was opened with words, none are shown before it.
 */
export function useFoundMaps(all: readonly MapSummary[] | undefined, filters: OwnMapFilters) {
  const hasWords = filters.q !== undefined
  const search = useOwnMapsFound(filterRequest(filters))
  const answer = hasWords ? search.data : undefined
  const [isOpened, setOpened] = useState(!hasWords)
  if (!isOpened && (!hasWords || answer)) setOpened(true)
  const found = useMemo(() => {
    if (!answer) return isOpened ? all : undefined
    const ids = new Set(answer.ids)
    return all?.filter(({ id }) => ids.has(id))
  }, [all, answer, isOpened])
  return { found, search, hasWords, isAnswered: answer !== undefined, isNear: answer?.isNear ?? false }
}
