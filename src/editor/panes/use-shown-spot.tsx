import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ImagePoint } from '../../../contract/control-points.ts'
import type { PaneAnchor, ScanPaneHandle } from '../../map/pane-props.ts'
import { shownSpotAtom } from '../model/shown-spot.ts'
import { scanCentreAtom } from '../model/view-atoms.ts'
import classes from './shown-spot.module.css'

/** Shows letters of some px height about as large as text on the screen: log2 of CSS px a scan px. */
const SPOT_ZOOM = 0
const MOVE_MS = 250

const NONE: readonly PaneAnchor<ImagePoint>[] = []

/** Brings the spot that somebody was led to into the middle of the scan, once the scan is shown, and marks it. */
export function useShownSpot(pane: RefObject<ScanPaneHandle | null>): readonly PaneAnchor<ImagePoint>[] {
  const spot = useAtomValue(shownSpotAtom)
  const isShown = useAtomValue(scanCentreAtom) !== null
  const show = useEffectEvent((place: ImagePoint) => {
    const zoom = Math.max(SPOT_ZOOM, pane.current?.camera()?.zoom ?? SPOT_ZOOM)
    pane.current?.moveTo({ centre: place, zoom }, MOVE_MS)
  })
  useEffect(() => {
    if (spot && isShown) show(spot)
  }, [spot, isShown])
  if (!spot) return NONE
  return [{ key: 'shown-spot', place: spot, content: <span className={classes['ring']} aria-hidden /> }]
}
