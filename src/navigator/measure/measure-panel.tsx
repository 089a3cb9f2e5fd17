import { useTranslation } from 'react-i18next'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { MeasureKind } from '../../map/tools/measure.ts'
import { formatArea, formatLength } from '../../places/length-text.ts'
import type { PositionWatch } from '../../places/watch-position.ts'
import { Panel } from '../frame/panel.tsx'
import classes from '../frame/panel.module.css'
import { useFreshPosition } from '../position/use-fresh-position.ts'
import { WaitForPosition } from '../position/wait-for-position.tsx'
import type { ToldMeasure } from './use-told-measure.ts'

interface MeasurePanelProps {
  readonly measure: ToldMeasure
  /** Sets a point where the cross in the middle of the map stands. */
  readonly onSetAtCross: () => void
  /** Ends it, or measures the other kind. */
  readonly onToggle: (of: MeasureKind) => void
  readonly watch: PositionWatch
  /** There is a position, however old. */
  readonly hasPosition: boolean
  /** An end of a distance is to be moved to the cross. */
  readonly onMove: (index: number) => void
}

/** What the measuring tool waits for, and what it has measured. */
export function MeasurePanel({ measure, watch, hasPosition, ...props }: MeasurePanelProps) {
  const { t, i18n } = useTranslation('navigator')
  const fresh = useFreshPosition<null>(watch, (_, { lon, lat }) =>
    measure.setPoint(lonLatToMercator(lon, lat)),
  )
  const { measuring, lengthMetres, areaSquareMetres, moving } = measure
  if (!measuring) return null
  const { of, points, isPicking } = measuring
  const isPath = of === 'path'
  const other = isPath ? 'distance' : 'path'
  return (
    <Panel title={t(`measure.${of}`)} closeLabel={t('measure.stop')} onClose={() => props.onToggle(of)}>
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
        {isPicking || moving !== null ? (
          <>
            <button type="button" onClick={props.onSetAtCross}>
              {t('measure.atCross')}
            </button>
            {hasPosition ? (
              <button type="button" disabled={fresh.waiting !== null} onClick={() => fresh.take(null)}>
                {t('measure.atPosition')}
              </button>
            ) : null}
            {points.length > 0 ? (
              <button type="button" onClick={measure.undo}>
                {t(moving === null ? 'measure.undo' : 'measure.leave')}
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
        ) : (
          points.map((_, index) => (
            // Their order is their meaning.
            <button key={String(index)} type="button" onClick={() => props.onMove(index)}>
              {t('measure.move', { number: index + 1 })}
            </button>
          ))
        )}
        {moving === null ? (
          <button type="button" onClick={() => props.onToggle(other)}>
            {t(`measure.to.${other}`)}
          </button>
        ) : null}
      </div>
      {fresh.waiting && measure.isSetting ? (
        <WaitForPosition watch={watch} onTakeOld={() => fresh.takeOld(null)} onCancel={fresh.cancel} />
      ) : null}
    </Panel>
  )

  function hint(): string | null {
    if (moving !== null) return t('measure.moving', { number: moving + 1 })
    if (!isPicking) return t('measure.drag')
    if (points.length === 0) return t('measure.first')
    return points.length === 1 ? t('measure.second') : t('measure.next')
  }
}
