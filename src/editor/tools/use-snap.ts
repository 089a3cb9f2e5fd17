import { useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../../contract/base-map.ts'
import type { BaseLayerId } from '../../../contract/constants.ts'
import { toast } from '../../ui/toast-store.ts'
import { baseLayerAnswerAtom, mapCentreAtom, pointerAtom } from '../model/view-atoms.ts'
import {
  isSnapOnAtom,
  isSnappingAtom,
  lookForSnap,
  snapGroundAtom,
  snappedAtom,
  snapperAtom,
} from '../model/snap-atoms.ts'

/** Reads the base map while what is placed is to snap to it, and looks for what lies near the pointer or the cross. */
export function useSnap({ baseMaps, layer }: { baseMaps: BaseMaps; layer: BaseLayerId | undefined }): void {
  const { t } = useTranslation('common')
  const store = useStore()
  const isSnapping = useAtomValue(isSnappingAtom)
  const answer = useAtomValue(baseLayerAnswerAtom)
  const online = layer === undefined ? null : baseMaps.layers[layer]
  // Of pictures nothing can be read, and the embedded map beneath them is far coarser than what is seen.
  const isPicture = online !== null && online?.format !== 'protomaps' && answer === 'comes'
  useEffect(() => {
    store.set(snapGroundAtom, isPicture ? 'picture' : 'map')
    if (!isSnapping || isPicture) return
    let isOver = false
    let close: (() => void) | undefined
    import('../../map/snap/snapper.ts').then(
      ({ createSnapper }) => {
        if (isOver) return
        const snapper = createSnapper({ baseMaps, layer }, () => lookForSnap(store))
        close = () => snapper.close()
        store.set(snapperAtom, snapper)
        lookForSnap(store)
      },
      () => {
        if (isOver) return
        toast.error(t('part.missing'))
        store.set(isSnapOnAtom, false)
      },
    )
    const look = () => lookForSnap(store)
    const stops = [store.sub(pointerAtom, look), store.sub(mapCentreAtom, look)]
    return () => {
      isOver = true
      close?.()
      for (const stop of stops) stop()
      store.set(snapperAtom, null)
      store.set(snappedAtom, null)
    }
  }, [store, t, isSnapping, isPicture, baseMaps, layer])
}
