import { useStore } from 'jotai'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { BasePaneHandle, ScanPaneHandle } from '../../map/pane-props.ts'
import { toast } from '../../ui/toast-store.ts'
import { placeAt } from '../warp/use-counterparts.ts'
import { sessionAtom } from '../model/warp-atoms.ts'

const MOVE_MS = 400

/** Brings both crosses to the place where another point would help most. */
export function useSuggestion(
  scan: { readonly current: ScanPaneHandle | null },
  map: { readonly current: BasePaneHandle | null },
): () => void {
  const store = useStore()
  const { t } = useTranslation('editor')
  return useCallback(() => {
    const show = (suggestion: Float64Array | null | undefined) => {
      const [image, place] = [placeAt(suggestion ?? null, 0), placeAt(suggestion ?? null, 1)]
      if (!image || !place) {
        toast.info(t('tool.suggestNone'))
        return
      }
      scan.current?.moveTo({ centre: image }, MOVE_MS)
      map.current?.moveTo({ centre: place }, MOVE_MS)
      toast.info(t('tool.suggested'))
    }
    const session = store.get(sessionAtom)
    if (session) session.nextPointSuggestion().then(show, () => show(null))
  }, [store, t, scan, map])
}
