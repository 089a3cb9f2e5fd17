import { useCallback, useState, type ReactNode } from 'react'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'

const FavoriteDialog = lazyOverlay(async () => (await import('./favorite-dialog.tsx')).FavoriteDialog)

interface FavoriteChoice {
  /** Opens the choice of catalogs for a map. */
  readonly choose: (map: Pick<MapSummary, 'id'>) => void
  /** Saved changes of a map's being a favourite. */
  readonly changesOf: (id: string) => number
  /** To be put somewhere. */
  readonly dialog: ReactNode
}

/** The choice of catalogs for the maps of a list. */
export function useFavoriteChoice(): FavoriteChoice {
  const [mapId, setMapId] = useState<string | null>(null)
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const changesOf = useCallback((id: string) => changes.get(id) ?? 0, [changes])
  return {
    choose: ({ id }) => setMapId(id),
    changesOf,
    dialog:
      mapId === null ? null : (
        <FavoriteDialog
          mapId={mapId}
          onClose={() => setMapId(null)}
          onSaved={() => setChanges((last) => new Map(last).set(mapId, (last.get(mapId) ?? 0) + 1))}
        />
      ),
  }
}
