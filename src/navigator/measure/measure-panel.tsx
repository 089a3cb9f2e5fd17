import { useTranslation } from 'react-i18next'
import { Panel } from '../frame/panel.tsx'
import classes from '../frame/panel.module.css'
import { formatArea, formatLength } from '../../places/length-text.ts'
import type { Measure } from './use-measure.ts'

interface MeasurePanelProps {
  readonly measure: Measure
  /** Sets a point where the cross in the middle of the map stands. */
  readonly onSetAtCross: () => void
  /** Absent: there is no position. */
  readonly onSetAtPosition: (() => void) | undefined
}

/** What the measuring tool waits for, and what it has measured. */
export function MeasurePanel({ measure, onSetAtCross, onSetAtPosition }: MeasurePanelProps) {
  const { t, i18n } = useTranslation('navigator')
  const { measuring, lengthMetres, areaSquareMetres } = measure
  if (!measuring) return null
  const { of, points, isPicking } = measuring
  const isPath = of === 'path'
  const other = isPath ? 'distance' : 'path'
  return (
    <Panel title={t(`measure.${of}`)} closeLabel={t('measure.stop')} onClose={() => measure.toggle(of)}>
      <p className={classes['result']} role="status">
        {points.length > 1 ? (
          <>
            <strong>{formatLength(lengthMetres, i18n.language)}</strong>
            {isPath && areaSquareMetres !== null ? (
              <span>{t('measure.area', { area: formatArea(areaSquareMetres, i18n.language) })}</span>
            ) : null}
          </>
        ) : null}
        {hint() ? <span>{hint()}</span> : null}
      </p>
      <div className={classes['actions']}>
        {isPicking ? (
          <>
            <button type="button" onClick={onSetAtCross}>
              {t('measure.atCross')}
            </button>
            {onSetAtPosition ? (
              <button type="button" onClick={onSetAtPosition}>
                {t('measure.atPosition')}
              </button>
            ) : null}
            {points.length > 0 ? (
              <button type="button" onClick={measure.undo}>
                {t('measure.undo')}
              </button>
            ) : null}
            {isPath && points.length > 1 ? (
              <button type="button" onClick={() => measure.setPicking(false)}>
                {t('measure.done')}
              </button>
            ) : null}
          </>
        ) : isPath ? (
          <button type="button" onClick={() => measure.setPicking(true)}>
            {t('measure.more')}
          </button>
        ) : null}
        <button type="button" onClick={() => measure.toggle(other)}>
          {t(`measure.to.${other}`)}
        </button>
      </div>
    </Panel>
  )

  function hint(): string | null {
    if (!isPicking) return t('measure.drag')
    if (points.length === 0) return t('measure.first')
    return points.length === 1 ? t('measure.second') : t('measure.next')
  }
}
