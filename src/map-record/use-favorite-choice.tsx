import { useCallback, useState, type ReactNode } from 'react'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'

const FavoriteDialog = lazyOverlay(async () => (await import('./favorite-dialog.tsx')).FavoriteDialog)

type ChosenMap = Pick<MapSummary, 'id' | 'isPublic' | 'titles'>

interface FavoriteChoice {
  /** Opens the choice of catalogs for a map. */
  readonly choose: (map: ChosenMap) => void
  /** Saved changes of a map's being a favourite. */
  readonly changesOf: (id: string) => number
  /** To be put somewhere. */
  readonly dialog: ReactNode
}

/** The choice of catalogs for the maps of a list. */
export function useFavoriteChoice(): FavoriteChoice {
  const [map, setMap] = useState<ChosenMap | null>(null)
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const changesOf = useCallback((id: string) => changes.get(id) ?? 0, [changes])
  return {
    choose: setMap,
    changesOf,
    dialog:
      map === null ? null : (
        <FavoriteDialog
          map={map}
          onClose={() => setMap(null)}
          onSaved={() => setChanges((last) => new Map(last).set(map.id, (last.get(map.id) ?? 0) + 1))}
        />
      ),
  }
}
