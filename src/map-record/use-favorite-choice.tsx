import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { type Favourite, useToggleFavourite } from '../queries/interaction-queries.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { lazyOverlay } from '../ui/lazy-overlay.tsx'
import { toast } from '../ui/toast-store.ts'

const FavoriteDialog = lazyOverlay(async () => (await import('./favorite-dialog.tsx')).FavoriteDialog)

type ChosenMap = Pick<MapSummary, 'id' | 'isPublic' | 'titles' | 'isFavorited'>

interface FavoriteChoice {
  /** The heart: the map is a favourite, and its catalogs may be chosen; or it is none any more. */
  readonly press: (map: ChosenMap) => void
  /** Opens the choice of catalogs for a map. */
  readonly choose: (map: ChosenMap) => void
  /** Saved changes of a map's being a favourite. */
  readonly changesOf: (id: string) => number
  /** To be put somewhere. */
  readonly dialog: ReactNode
}

/** Hearts of the maps of a list, and the choice of their catalogs. */
export function useFavoriteChoice(onSaved?: (favourite: Favourite) => void): FavoriteChoice {
  const { t, i18n } = useTranslation('maps')
  const [open, setOpen] = useState<{ readonly map: ChosenMap; readonly isNew: boolean } | null>(null)
  const [changes, setChanges] = useState<ReadonlyMap<string, number>>(new Map())
  const changesOf = useCallback((id: string) => changes.get(id) ?? 0, [changes])
  const toggle = useToggleFavourite(asLanguage(i18n.language))
  const pressed = useRef(new Set<string>())
  const saved = (id: string, favourite: Favourite) => {
    setChanges((last) => new Map(last).set(id, (last.get(id) ?? 0) + 1))
    onSaved?.(favourite)
  }
  const press = async (chosen: ChosenMap) => {
    const { id, titles } = chosen
    // A second press while the first is on its way would take back what nobody has seen yet.
    if (pressed.current.has(id)) return
    pressed.current.add(id)
    try {
      const favourite = await toggle(chosen)
      if (favourite) saved(id, favourite)
      if (favourite?.isFavorited === false) toast.success(t('favorite.removed', { title: titles.title }))
      else setOpen({ map: chosen, isNew: !chosen.isFavorited })
    } catch (error) {
      toast.error(errorText(error))
    }
    pressed.current.delete(id)
  }
  return {
    press: (chosen) => void press(chosen),
    choose: (map) => setOpen({ map, isNew: false }),
    changesOf,
    dialog:
      open === null ? null : (
        <FavoriteDialog
          map={open.map}
          isNew={open.isNew}
          onClose={() => setOpen(null)}
          onSaved={(favourite) => saved(open.map.id, favourite)}
        />
      ),
  }
}
