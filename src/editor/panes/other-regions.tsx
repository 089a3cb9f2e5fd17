import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { ScanMap } from '../../../contract/api/scan-maps.ts'
import type { ImagePoint, MaskRing } from '../../../contract/control-points.ts'
import type { PaneAnchor } from '../../map/pane-props.ts'
import { useScanMaps } from '../session/use-scan-maps.ts'
import classes from './other-regions.module.css'

interface OtherRegions {
  /** Outlines of the other maps of the scan. */
  readonly outlines: readonly MaskRing[]
  /** Their titles, which open them. */
  readonly titles: readonly PaneAnchor<ImagePoint>[]
}

/** What the scan pane shows of the other maps on a scan. A map without a crop is the whole scan, and has no outline. */
export function useOtherRegions(record: Pick<MapRecord, 'id' | 'mapsOnScan'>): OtherRegions {
  const { t } = useTranslation('editor')
  const { others, onOpen } = useScanMaps(record)
  return useMemo(() => {
    const outlined = others.filter(({ region }) => region !== null && region.length > 0)
    return {
      outlines: outlined.flatMap(({ region }) => region ?? []),
      titles: outlined.map((map) => ({
        key: `map ${map.id}`,
        place: upperLeftOf(map),
        content: (
          <button
            type="button"
            className={classes['title']}
            aria-label={t('scanMaps.open', { title: map.title })}
            onClick={() => onOpen(map)}
          >
            {map.title}
          </button>
        ),
      })),
    }
  }, [others, onOpen, t])
}

/** Of the box around a region. */
function upperLeftOf({ region }: ScanMap): ImagePoint {
  const corners = (region ?? []).flat()
  return [Math.min(...corners.map(([x]) => x)), Math.min(...corners.map(([, y]) => y))]
}
