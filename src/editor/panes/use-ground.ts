import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FileOverlay } from '../../map/pane-props.ts'
import { usePyramid } from '../../map/use-pyramids.ts'
import { toast } from '../../ui/toast-store.ts'
import { groundMapAtom, groundOpacityAtom } from '../model/view-atoms.ts'

/** The placed map that was chosen to lie beneath, as the base pane draws it; null: none, or it is being opened. */
export function useGround(): FileOverlay | null {
  const { t } = useTranslation('editor')
  const [chosen, choose] = useAtom(groundMapAtom)
  const opacity = useAtomValue(groundOpacityAtom)
  const file = usePyramid(chosen?.path ?? null)
  const hasFailed = file.status === 'failed'
  useEffect(() => {
    if (!hasFailed || !chosen) return
    toast.error(t('ground.failed', { title: chosen.title }))
    choose(null)
  }, [hasFailed, chosen, choose, t])
  const raster = file.status === 'open' ? file.pyramid : null
  return useMemo(() => raster && { kind: 'file', raster, opacity }, [raster, opacity])
}
