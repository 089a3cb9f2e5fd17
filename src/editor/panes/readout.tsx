import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { lonLatOf } from '../../../contract/gcp-files/web-mercator.ts'
import { formatLonLat, formatProjected } from '../../places/coordinate-text.ts'
import { formatCoordinate } from '../number-format.ts'
import { isOnScan } from '../placement/use-placement.ts'
import type { ScanSize } from '../placement/use-placement.ts'
import { hasFitAtom } from '../warp/warp-atoms.ts'
import classes from './pane-frame.module.css'

interface ReadoutProps {
  /** The place on the scan; null: not known. */
  readonly image: ImagePoint | null
  readonly map: MapPoint | null
  readonly scan: ScanSize
  /** The place is that of the pointer in the other pane. */
  readonly isFollowing: boolean
  /** EPSG:3857 metres as well. */
  readonly isProjected?: boolean
}

/** Where the cross or the pointer is: on the scan, and on the Earth. */
export function Readout({ image, map, scan, isFollowing, isProjected = false }: ReadoutProps) {
  const { t, i18n } = useTranslation('editor')
  const two = (value: number) => formatCoordinate(value, i18n.language)
  const hasFit = useAtomValue(hasFitAtom)
  // Without a warp a place of one pane is none in the other: neither line would say more than the other.
  const unavailable = t(hasFit ? 'readout.unavailable' : 'readout.needsPoints')
  const pixel =
    image && isOnScan(image, scan)
      ? t('readout.pixel', { x: two(image[0]), y: two(image[1]) })
      : image || hasFit
        ? t('readout.outside')
        : unavailable
  return (
    <div className={classes['readout']} aria-label={t('readout.label')} role="group">
      <div>{pixel}</div>
      <div>{map ? formatLonLat(...lonLatOf(map), i18n.language) : unavailable}</div>
      {map && isProjected && (
        <div>{t('readout.projected', { metres: formatProjected(map, i18n.language) })}</div>
      )}
      {isFollowing && <div>{t('readout.cross')}</div>}
    </div>
  )
}
