import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import { refusalText } from '../api/api-error.ts'
import { useOrderCatalog } from '../queries/catalog-map-queries.ts'
import { announce } from '../ui/announce.ts'
import { dismissToastsAbout, toast } from '../ui/toast-store.ts'
import { inOrder, moved } from './map-order.ts'
import { type CatalogOrder, sortedIds } from './sort-catalog.ts'

/**
 * The maps of a catalog in the order that they are being given: shown at once, saved by the server, and taken back where
 * it refuses.
 */
export function useCatalogOrder(catalogId: string, maps: readonly CatalogMap[]) {
  const { t, i18n } = useTranslation(['sorting', 'catalogs', 'common'])
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const { mutate, mutateAsync, error } = useOrderCatalog(catalogId)
  const { mutate: restore } = useOrderCatalog(catalogId)
  const shown = order ? inOrder(maps, order) : maps
  const ids = shown.map(({ id }) => id)
  const sorting = `order of ${catalogId}`
  const save = (next: readonly string[]) => {
    dismissToastsAbout(sorting)
    setOrder(next)
    // Called for the last order that was sent, once what is saved has come anew.
    mutate(next, { onSettled: () => setOrder(null) })
  }
  const undo = (last: readonly string[]) => {
    dismissToastsAbout(sorting)
    setOrder(last)
    restore(last, {
      onSuccess: () => announce(t('undone')),
      onError: (failure) => toast.error(refusalText(failure) ?? t('catalogs:order.failed')),
      onSettled: () => setOrder(null),
    })
  }
  return {
    shown,
    failure: error,
    /** Shows a map at another place, the first being 0, while it is dragged. */
    show: (id: string, to: number) => setOrder(moved(ids, id, to)),
    /** Saves what is shown, or with `false` goes back to what was saved. */
    drop: (isTaken: boolean) => {
      if (!isTaken || ids.every((id, at) => id === maps[at]?.id)) setOrder(null)
      else save(ids)
    },
    /** Puts a map at another place and saves that. */
    move: (id: string, to: number) => save(moved(ids, id, to)),
    /** Sorts all maps and saves that; a notice offers the order that was there before. */
    sort: async (by: CatalogOrder) => {
      dismissToastsAbout(sorting)
      const next = sortedIds(shown, by, i18n.language)
      if (next.every((id, at) => id === ids[at])) {
        toast.success(t(`done.${by}`), { about: sorting })
        return
      }
      setOrder(next)
      try {
        await mutateAsync(next)
      } catch {
        return
      } finally {
        setOrder(null)
      }
      toast.success(t(`done.${by}`), {
        about: sorting,
        action: { label: t('common:action.undo'), run: () => undo(ids) },
      })
    },
    ids,
  }
}
