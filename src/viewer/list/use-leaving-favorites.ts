import { useMemo } from 'react'
import type { FoundMap } from '../../../contract/api/find.ts'
import { type Leaving, useLeaving } from '../../map-record/use-leaving.ts'
import { useForgetFavorite } from '../../queries/find-queries.ts'

/** Rows that are no favourites any more leave a list of favourites. */
export function useLeavingFavorites(maps: readonly FoundMap[], isFavorites: boolean): Leaving {
  const forget = useForgetFavorite()
  const going = useMemo(() => {
    const goes = (map: FoundMap) => isFavorites && !('hidden' in map) && !map.isFavorited
    return new Set(maps.filter(goes).map(({ id }) => id))
  }, [maps, isFavorites])
  return useLeaving(going, forget)
}
