import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TileTrouble } from '../../map/pane-props.ts'
import { useTileTrouble } from '../../map/use-tile-trouble.ts'
import { dismissToastsAbout, toast } from '../../ui/toast-store.ts'

const ABOUT = 'parts of a map'

/**
 * What the map pane could not read of the overlay or the map beneath: said until it has come, with the way to ask for it
 * at once.
 * @param groundId of the raster that lies beneath
 * @returns of the pane
 */
export function useMapTrouble(groundId: number | undefined): {
  onTrouble: (trouble: TileTrouble) => void
  attempt: number
} {
  const { t } = useTranslation(['editor', 'common'])
  const { trouble, retry, props } = useTileTrouble()
  const isOfGround = groundId !== undefined && trouble.has(groundId)
  const isOfOverlay = trouble.size > (isOfGround ? 1 : 0)
  const run = useEffectEvent(() => retry())
  useEffect(() => {
    if (!isOfGround && !isOfOverlay) return undefined
    toast.error(t(isOfOverlay ? 'overlay.parts' : 'ground.parts'), {
      about: ABOUT,
      durationMs: 0,
      action: { label: t('common:action.retry'), run: () => run() },
    })
    return () => dismissToastsAbout(ABOUT)
  }, [isOfGround, isOfOverlay, t])
  return props
}
