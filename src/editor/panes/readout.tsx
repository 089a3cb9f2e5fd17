import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MIN_CONTROL_POINTS } from '../../../contract/constants.ts'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { formatLonLat, formatProjected } from '../../places/coordinate-text.ts'
import { formatCoordinate } from '../../ui/number-format.ts'
import { SnapReadout } from '../panels/snap/snap-readout.tsx'
import { isOnScan } from '../model/scan-edge.ts'
import type { ScanSize } from '../model/scan-edge.ts'
import { enabledCountAtom, transformationTypeAtom } from '../model/document-atoms.ts'
import { isSnappingAtom } from '../model/snap-atoms.ts'
import { isReadoutAtom, mapCentreAtom, pointerAtom, scanCentreAtom } from '../model/view-atoms.ts'
import type { Side } from '../../map/pane-props.ts'
import { areCounterpartsBehindAtom, counterpartsAtom } from '../warp/use-counterparts.ts'
import { hasFitAtom } from '../model/warp-atoms.ts'
import { UncertaintyHere } from '../parts/late-uncertainty.ts'
import classes from '../parts/pane-frame.module.css'

interface ReadoutProps {
  /** The place on the scan; null: not known. */
  readonly image: ImagePoint | null
  readonly map: MapPoint | null
  readonly scan: ScanSize
  /** The place is that of the pointer in the other pane. */
  readonly isFollowing: boolean
  /** EPSG:3857 metres as well. */
  readonly isProjected?: boolean
  /** Further lines. */
  readonly children?: ReactNode
}

interface PaneReadoutProps {
  readonly side: Side
  readonly scan: ScanSize
}

/** What a pane says of its places where that is asked for, and what the map snaps to while it does. */
export function PaneReadout(props: PaneReadoutProps) {
  const isShown = useAtomValue(isReadoutAtom)
  const isSnapping = useAtomValue(isSnappingAtom)
  if (isShown) return <PlacesReadout {...props} />
  if (props.side === 'scan' || !isSnapping) return null
  return (
    <div className={`${classes['readout']} ${classes['snapping']}`}>
      <SnapReadout />
    </div>
  )
}

/** What a pane says of its cross, or of the pointer in either pane. Rendered by itself: it changes in every frame. */
function PlacesReadout({ side, scan }: PaneReadoutProps) {
  const pointer = useAtomValue(pointerAtom)
  const scanCentre = useAtomValue(scanCentreAtom)
  const mapCentre = useAtomValue(mapCentreAtom)
  const { pointerMap, pointerImage, scanCentreMap, mapCentreImage } = useAtomValue(counterpartsAtom)
  const cross =
    side === 'scan' ? { image: scanCentre, map: scanCentreMap } : { image: mapCentreImage, map: mapCentre }
  const { image, map } =
    pointer === null
      ? cross
      : pointer.side === 'scan'
        ? { image: pointer.image, map: pointerMap }
        : { image: pointerImage, map: pointer.map }
  const isFollowing = pointer !== null && pointer.side !== side
  return (
    <Readout image={image} map={map} scan={scan} isFollowing={isFollowing} isProjected={side === 'map'}>
      {side === 'map' && <UncertaintyHere image={image} />}
      {side === 'map' && <SnapReadout />}
    </Readout>
  )
}

/** Where the cross or the pointer is: on the scan, and on the Earth. */
function Readout({ image, map, scan, isFollowing, isProjected = false, children }: ReadoutProps) {
  const { t, i18n } = useTranslation('editor')
  const two = (value: number) => formatCoordinate(value, i18n.language)
  const hasFit = useAtomValue(hasFitAtom)
  // The pane's own half follows the pointer at once, the other half when the warp has answered.
  const isBehind = useAtomValue(areCounterpartsBehindAtom)
  // Without a warp a place of one pane is none in the other: neither line would say more than the other.
  const needed = minimumPoints(useAtomValue(transformationTypeAtom))
  const missing = Math.max(0, needed - useAtomValue(enabledCountAtom))
  const unavailable =
    missing === 0
      ? t('readout.unavailable')
      : needed === MIN_CONTROL_POINTS
        ? t('readout.needsPoints')
        : t('readout.missing', { count: missing })
  const pixel =
    image && isOnScan(image, scan)
      ? t('readout.pixel', { x: two(image[0]), y: two(image[1]) })
      : image || hasFit
        ? t('readout.outside')
        : unavailable
  return (
    <div className={classes['readout']} aria-label={t('readout.label')} aria-busy={isBehind} role="group">
      <div>{pixel}</div>
      <div>{map ? formatLonLat(...lonLatOf(map), i18n.language) : unavailable}</div>
      {map && isProjected && (
        <div>{t('readout.projected', { metres: formatProjected(map, i18n.language) })}</div>
      )}
      {isFollowing && <div>{t('readout.cross')}</div>}
      {children}
    </div>
  )
}
