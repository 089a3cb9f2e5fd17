import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Catalog } from '../../contract/api/catalogs.ts'
import { listenLive, type LiveEvent } from '../api/live-stream.ts'
import { gatherChanges } from './gathered-changes.ts'
import { queryKeys } from '../queries/query-keys.ts'

const { maps, records, catalogs, catalogsOfMaps, catalogLists, counts, notifications, discussions } =
  queryKeys

/** What each event of the live stream makes old: what of it is shown is asked for anew at once. */
const CHANGED_BY: Record<LiveEvent, readonly QueryKey[]> = {
  job: [maps, records, counts],
  catalog: [catalogs, catalogsOfMaps, catalogLists],
  map: [maps, records, catalogsOfMaps, counts],
  publicMap: [maps, records, counts],
  discussion: [discussions],
  unreadCount: [notifications],
  map_assigned: [notifications, maps, records, counts],
  map_completed: [notifications, maps, records, counts],
  map_approved: [notifications, maps, records, counts],
  map_changes_requested: [notifications, maps, records, counts],
  map_details_changed: [notifications, maps, records],
  map_given_back: [notifications, maps, records, counts],
  map_claim_over: [notifications, maps, records, counts],
  map_claim_ended: [notifications, maps, records, counts],
  map_claim_ending: [notifications],
  map_rejected: [notifications, maps, records, counts],
  new_favorite: [notifications, maps, records],
  new_rating: [notifications, maps, records],
  catalog_shared: [notifications, catalogs],
  catalog_map_added: [notifications],
  catalog_map_removed: [notifications],
  catalog_left: [notifications],
  catalog_renamed: [notifications, catalogs],
  catalog_right_changed: [notifications, catalogs],
  catalog_unshared: [notifications, catalogs],
  catalog_deleted: [notifications, catalogs],
  system_announcement: [notifications],
  deadline_reminder: [notifications],
  map_comment: [notifications],
  better_points: [notifications],
  better_points_answered: [notifications, maps, records],
  followed_map: [notifications, maps, records],
  followed_map_comment: [notifications],
  followed_user_map: [notifications, maps],
  followed_place_map: [notifications, maps],
  map_taken_down: [notifications, maps, records, counts],
  map_allowed_again: [notifications, records],
  comment_taken_down: [notifications, discussions],
  comment_allowed_again: [notifications, discussions],
  unknown: [notifications, maps, records, catalogs, catalogsOfMaps, counts, discussions],
}

/** A favourite that goes is seen to go before its list is asked for anew, in milliseconds. */
const FAVOURITES_PAUSE_MS = 1_200

/** Keeps what is shown up to date with what happens elsewhere, as long as the caller is mounted. */
export function useLiveUpdates(): void {
  const queries = useQueryClient()
  useEffect(() => {
    const publicMaps = gatherChanges((ids) => {
      void queries.invalidateQueries({ queryKey: maps, predicate: isOfOthers })
      // Of a catalog that is open it may be one that was hidden until now.
      void queries.invalidateQueries({ queryKey: queryKeys.catalogMaps })
      // Their cards count and show the maps that the reader may see.
      const known = queries.getQueryData<Catalog[]>(catalogs) ?? []
      if (known.some((catalog) => ids.some((id) => isIn(catalog, id))))
        void queries.invalidateQueries({ queryKey: catalogs, exact: true })
      for (const id of ids) void queries.invalidateQueries({ queryKey: queryKeys.record(id) })
      void queries.invalidateQueries({ queryKey: counts })
    })
    const stop = listenLive((event, mapId) => {
      if (event === 'publicMap' && mapId !== undefined) return publicMaps.add(mapId)
      // Every discussion of public maps is told to everyone: only the one that it is about is asked for.
      const changed =
        event === 'discussion' && mapId !== undefined ? [queryKeys.discussion(mapId)] : CHANGED_BY[event]
      for (const queryKey of changed) void queries.invalidateQueries({ queryKey })
      if (event === 'catalog')
        setTimeout(
          () => void queries.invalidateQueries({ queryKey: queryKeys.favoriteLists }),
          FAVOURITES_PAUSE_MS,
        )
    })
    return () => {
      stop()
      publicMaps.stop()
    }
  }, [queries])
}

const isIn = ({ maps, pictures }: Catalog, mapId: string) =>
  maps.includes(mapId) || pictures.some(({ id }) => id === mapId)

/** One's own maps, and what is in the trash, are told of by themselves. */
const isOfOthers = ({ queryKey }: { readonly queryKey: QueryKey }) =>
  queryKey[1] !== 'personal' && queryKey[1] !== 'trash'
