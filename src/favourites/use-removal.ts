import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { batchFavorites, catalogsOfMap } from '../../contract/api/interactions.ts'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { callApi } from '../api/call-api.ts'
import { errorText } from '../api/api-error.ts'
import { type Leaving, useLeaving } from '../map-record/use-leaving.ts'
import { type FoundList, useForgetFavorite } from '../queries/find-queries.ts'
import { patchMap, renewRunningLists } from '../queries/map-queries.ts'
import { queryKeys } from '../queries/query-keys.ts'
import { toast } from '../ui/toast-store.ts'

interface Removal {
  readonly leaving: Leaving
  readonly remove: (map: MapSummary) => Promise<void>
}

/**
 * Takes maps out of the favourites: out of one catalog, or out of all that hold them; Undo puts them back into the same.
 *
 * @param catalogId the catalog whose maps are shown; undefined: all favourites are
 */
export function useRemoval(list: FoundList | undefined, catalogId: string | undefined): Removal {
  const { t } = useTranslation(['catalogs', 'common'])
  const queries = useQueryClient()
  const forget = useForgetFavorite()
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  const going = useMemo(() => {
    const goes = (map: FoundList['maps'][number]) =>
      !('hidden' in map) && (!map.isFavorited || removed.has(`${catalogId} ${map.id}`))
    return new Set(list?.maps.filter(goes).map(({ id }) => id))
  }, [list, removed, catalogId])
  const leaving = useLeaving(going, forget)

  const save = async (mapId: string, change: { addCatalogs: string[]; removeCatalogs: string[] }) => {
    const { isFavorited, favoritesCount } = await callApi(batchFavorites, { params: { mapId }, body: change })
    patchMap(queries, mapId, { isFavorited, favoritesCount })
    void renewRunningLists(queries)
    void queries.invalidateQueries({ queryKey: queryKeys.catalogs })
    void queries.invalidateQueries({ queryKey: queryKeys.catalogsOfMap(mapId) })
  }
  const mark = (mapId: string, isRemoved: boolean) =>
    setRemoved((last) => {
      const next = new Set(last)
      if (isRemoved) next.add(`${catalogId} ${mapId}`)
      else next.delete(`${catalogId} ${mapId}`)
      return next
    })

  const putBack = async (mapId: string, catalogIds: string[]) => {
    try {
      await save(mapId, { addCatalogs: catalogIds, removeCatalogs: [] })
      mark(mapId, false)
      await queries.invalidateQueries({ queryKey: queryKeys.foundMaps })
    } catch {
      toast.error(t('remove.undoFailed'))
    }
  }
  const remove = async ({ id, titles }: MapSummary) => {
    try {
      const held =
        catalogId === undefined
          ? (await callApi(catalogsOfMap, { params: { mapId: id } })).catalogs.map((catalog) => catalog.id)
          : [catalogId]
      await save(id, { addCatalogs: [], removeCatalogs: held })
      mark(id, true)
      toast.success(
        catalogId === undefined
          ? t('favourites.removed', { title: titles.title })
          : t('remove.done', { title: titles.title }),
        { action: { label: t('common:action.undo'), run: () => void putBack(id, held) } },
      )
    } catch (error) {
      toast.error(errorText(error))
    }
  }
  return { leaving, remove }
}
