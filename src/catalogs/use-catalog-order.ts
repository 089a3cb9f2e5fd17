import { useState } from 'react'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import { useOrderCatalog } from '../queries/catalog-map-queries.ts'
import { inOrder, moved } from './map-order.ts'

/**
 * The maps of a catalog in the order that they are being given: shown at once, kept by the server, and taken back where
 * it refuses.
 */
export function useCatalogOrder(catalogId: string, maps: readonly CatalogMap[]) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const { mutate, error } = useOrderCatalog(catalogId)
  const shown = order ? inOrder(maps, order) : maps
  const ids = shown.map(({ id }) => id)
  const save = (next: readonly string[]) => {
    setOrder(next)
    // Called for the last order that was sent, once what is kept has come anew.
    mutate(next, { onSettled: () => setOrder(null) })
  }
  return {
    shown,
    failure: error,
    /** Shows a map at another place, the first being 0, while it is dragged. */
    show: (id: string, to: number) => setOrder(moved(ids, id, to)),
    /** Keeps what is shown, or with `false` goes back to what was kept. */
    drop: (isTaken: boolean) => {
      if (!isTaken || ids.every((id, at) => id === maps[at]?.id)) setOrder(null)
      else save(ids)
    },
    /** Puts a map at another place and keeps it there. */
    move: (id: string, to: number) => save(moved(ids, id, to)),
    ids,
  }
}
