import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../../contract/control-points.ts'
import { placeOnSheet } from '../../../geometry/sheet-placement.ts'
import type { PaneAnchor } from '../../../map/pane-props.ts'
import { turnHandleOf } from '../../../map/tools/lay.ts'
import { layingAtom } from '../../model/tool-atoms.ts'
import classes from './handle-hints.module.css'

/** What says at the handles of a sheet that is being laid what they do; null while none is. */
export function useHandleHints(isWanted: boolean): readonly PaneAnchor<MapPoint>[] | null {
  const { t } = useTranslation('editor')
  const laying = useAtomValue(layingAtom)
  return useMemo(() => {
    if (!laying || !isWanted) return null
    const { placement, scan } = laying
    return [
      hintAt(placeOnSheet(placement, scan, [scan.width, scan.height]), t('lay.cornerHint')),
      hintAt(turnHandleOf(laying), t('lay.turnHint')),
    ]
  }, [laying, isWanted, t])
}

const hintAt = (place: MapPoint, text: string): PaneAnchor<MapPoint> => ({
  key: text,
  place,
  content: (
    <span className={classes['hint']} aria-hidden>
      {text}
    </span>
  ),
})
