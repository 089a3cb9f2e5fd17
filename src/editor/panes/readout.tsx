import { useTranslation } from 'react-i18next'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { lonLatOf } from '../../../contract/gcp-files/web-mercator.ts'
import { formatCoordinate } from '../number-format.ts'
import { isOnScan } from '../placement/use-placement.ts'
import type { ScanSize } from '../placement/use-placement.ts'
import classes from './pane-frame.module.css'

interface ReadoutProps {
  /** The place on the scan; null: not known. */
  readonly image: ImagePoint | null
  readonly map: MapPoint | null
  readonly scan: ScanSize
  /** The place is that of the pointer in the other pane. */
  readonly isFollowing: boolean
}

/** Where the cross or the pointer is: on the scan, and on the Earth. */
export function Readout({ image, map, scan, isFollowing }: ReadoutProps) {
  const { t, i18n } = useTranslation('editor')
  const two = (value: number) => formatCoordinate(value, i18n.language)
  const pixel =
    image && isOnScan(image, scan)
      ? t('readout.pixel', { x: two(image[0]), y: two(image[1]) })
      : t('readout.outside')
  return (
    <div className={classes['readout']} aria-label={t('readout.label')} role="group">
      <div>{pixel}</div>
      <div>{map ? degrees(map) : t('readout.unavailable')}</div>
      {map && <div>{t('readout.projected', { x: two(map[0]), y: two(map[1]) })}</div>}
      {isFollowing && <div>{t('readout.cross')}</div>}
    </div>
  )
}

/** `54.68720° N 25.27970° E`: five decimals are a metre. */
function degrees(map: MapPoint): string {
  const [lon, lat] = lonLatOf(map)
  return `${Math.abs(lat).toFixed(5)}° ${lat < 0 ? 'S' : 'N'}  ${Math.abs(lon).toFixed(5)}° ${lon < 0 ? 'W' : 'E'}`
}
