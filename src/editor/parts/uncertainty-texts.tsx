import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { type ImagePoint, MEANINGFUL_POINTS } from '../../../contract/control-points.ts'
import { type UncertaintyGrid, summaryOf } from '../../../contract/uncertainty/uncertainty-grid.ts'
import { leastRadius, UNCERTAINTY_DOUBLINGS, uncertaintyColour } from '../../map/layers/distortion-scale.ts'
import { formatRough } from '../../ui/rough-length.ts'
import { enabledCountAtom, maskAtom } from '../model/document-atoms.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { hasFitAtom, uncertaintyAtom } from '../model/warp-atoms.ts'
import { counterpartsAtom } from '../warp/use-counterparts.ts'
import classes from './pane-frame.module.css'

export interface UncertaintyHereProps {
  /** The place on the scan; null: not known. */
  readonly image: ImagePoint | null
}

/** How far off a place may be; that too few points say nothing of it; nothing beside the scan. */
export function UncertaintyHere({ image }: UncertaintyHereProps) {
  const { t, i18n } = useTranslation('uncertainty')
  const field = useAtomValue(uncertaintyAtom)
  const scan = useAtomValue(scanSizeAtom)
  const hasFit = useAtomValue(hasFitAtom)
  const isFew = useAtomValue(enabledCountAtom) < MEANINGFUL_POINTS
  if (isFew) return hasFit ? <div>{t('few')}</div> : null
  const metres = field && image && radiusAt(field, image, scan)
  return metres ? <div>{t('here', { distance: formatRough(metres, i18n.language) })}</div> : null
}

/** The cell of the grid, which lies over the scan, that an image point is in; null beside the scan. */
function radiusAt(
  { columns, rows, radiusMetres }: UncertaintyGrid,
  [x, y]: ImagePoint,
  scan: { readonly width: number; readonly height: number },
): number | null {
  const column = Math.floor((x / scan.width) * columns)
  const row = Math.floor((y / scan.height) * rows)
  if (column < 0 || row < 0 || column >= columns || row >= rows) return null
  const metres = radiusMetres[row * columns + column] ?? NaN
  return Number.isFinite(metres) ? metres : null
}

/** How far off the places of the map may be, in the middle and at its edges. */
export function UncertaintyOfMap() {
  const { t, i18n } = useTranslation('uncertainty')
  const field = useAtomValue(uncertaintyAtom)
  const scan = useAtomValue(scanSizeAtom)
  const mask = useAtomValue(maskAtom)
  const isFew = useAtomValue(enabledCountAtom) < MEANINGFUL_POINTS
  if (isFew) return <div>{t('few')}</div>
  const summary = field && summaryOf(field, scan, mask)
  if (!summary) return null
  const [median, edge] = [summary.medianMetres, summary.edgeMetres].map((metres) =>
    formatRough(metres, i18n.language),
  )
  return <div>{t('map', { median, edge })}</div>
}

/** What the colours mean, and what it is under the cross. */
export function UncertaintyLegend() {
  const { t, i18n } = useTranslation('editor')
  const field = useAtomValue(uncertaintyAtom)
  const cross = useAtomValue(counterpartsAtom).mapCentreImage
  const least = field ? leastRadius(field.radiusMetres) : NaN
  return (
    <div className={classes['readout']} role="group" aria-label={t('settings.uncertainty')}>
      <div>{t('settings.uncertainty')}</div>
      {Number.isFinite(least) && (
        <>
          <div className={classes['scale']} style={{ background: GRADIENT }} aria-hidden />
          <div className={classes['scaleEnds']} aria-hidden>
            <span>{formatRough(least, i18n.language)}</span>
            <span>{formatRough(least * 2 ** UNCERTAINTY_DOUBLINGS, i18n.language)}</span>
          </div>
        </>
      )}
      <UncertaintyHere image={cross} />
    </div>
  )
}

const STOPS = 8
const GRADIENT = `linear-gradient(to right, ${Array.from({ length: STOPS + 1 }, (_, stop) => {
  const [red, green, blue, alpha] = uncertaintyColour(2 ** ((UNCERTAINTY_DOUBLINGS * stop) / STOPS))
  return `rgb(${red} ${green} ${blue} / ${Math.round((alpha / 255) * 100)}%)`
}).join(', ')})`
