import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Distortion } from '../../../workers/warp/warp-api.ts'
import type { ImagePoint } from '../../../contract/control-points.ts'
import {
  ANGLE_RANGE_DEGREES,
  angleColour,
  AREA_RANGE_LOG2,
  areaColour,
} from '../../map/layers/distortion-scale.ts'
import type { ScanSize } from '../model/scan-edge.ts'
import { counterpartsAtom } from '../warp/use-counterparts.ts'
import classes from '../parts/pane-frame.module.css'

interface DistortionLegendProps {
  readonly grid: Distortion
  readonly of: 'area' | 'angle'
  readonly scan: ScanSize
}

/** What the colours of the distortion mean, and what it is under the cross. */
export function DistortionLegend({ grid, of, scan }: DistortionLegendProps) {
  const { t, i18n } = useTranslation('editor')
  const cross = useAtomValue(counterpartsAtom).mapCentreImage
  const value = cross && valueAt(grid, of, cross, scan)
  const number = (figure: number, digits: number) =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: digits }).format(figure)
  return (
    <div className={classes['readout']} role="group" aria-label={t(`distortion.${of}`)}>
      <div>{t(`distortion.${of}`)}</div>
      <div className={classes['scale']} style={{ background: gradients[of] }} aria-hidden />
      <div className={classes['scaleEnds']} aria-hidden>
        {of === 'area' ? (
          <>
            <span>× ½</span>
            <span>× 1</span>
            <span>× 2</span>
          </>
        ) : (
          <>
            <span>0°</span>
            <span>{number(ANGLE_RANGE_DEGREES, 0)}°</span>
          </>
        )}
      </div>
      {value !== null && Number.isFinite(value) && (
        <div>
          {of === 'area'
            ? t('distortion.areaHere', { factor: number(2 ** value, 2) })
            : t('distortion.angleHere', { degrees: number(value, 1) })}
        </div>
      )}
    </div>
  )
}

/** The cell of the grid, which lies over the scan, that an image point is in; null beside the scan. */
function valueAt(grid: Distortion, of: 'area' | 'angle', [x, y]: ImagePoint, scan: ScanSize): number | null {
  const column = Math.floor((x / scan.width) * grid.columns)
  const row = Math.floor((y / scan.height) * grid.rows)
  if (column < 0 || row < 0 || column >= grid.columns || row >= grid.rows) return null
  const values = of === 'area' ? grid.log2AreaScale : grid.angularDegrees
  return values[row * grid.columns + column] ?? null
}

const STOPS = 8
const css = ([red, green, blue, alpha]: readonly number[]) =>
  `rgb(${red} ${green} ${blue} / ${Math.round(((alpha ?? 0) / 255) * 100)}%)`
const gradient = (colourAt: (share: number) => readonly number[]) =>
  `linear-gradient(to right, ${Array.from({ length: STOPS + 1 }, (_, stop) => css(colourAt(stop / STOPS))).join(', ')})`

const gradients = {
  area: gradient((share) => areaColour((2 * share - 1) * AREA_RANGE_LOG2)),
  angle: gradient((share) => angleColour(share * ANGLE_RANGE_DEGREES)),
}
