import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import { formatArea, formatLength } from '../../places/length-text.ts'
import { Panel } from '../parts/panel.tsx'
import classes from '../parts/panel.module.css'
import { useNavigator } from '../session/navigator-context.ts'
import { readingAtom } from '../model/position-atoms.ts'
import { useFreshPosition } from '../session/use-fresh-position.ts'
import { WaitForPosition } from '../position/wait-for-position.tsx'
import {
  isSettingPointAtom,
  measuredAreaAtom,
  measuredMetresAtom,
  measuringAtom,
  movingEndAtom,
} from '../session/measuring.ts'

/** What the measuring tool waits for, and what it has measured. */
export function MeasurePanel() {
  const { t, i18n } = useTranslation('navigator')
  const { watch, camera, measuring: tool } = useNavigator().session
  const fresh = useFreshPosition<null>(watch, (_, { lon, lat }) => tool.setPoint(lonLatToMercator(lon, lat)))
  const measuring = useAtomValue(measuringAtom)
  const lengthMetres = useAtomValue(measuredMetresAtom)
  const areaSquareMetres = useAtomValue(measuredAreaAtom)
  const moving = useAtomValue(movingEndAtom)
  const isSetting = useAtomValue(isSettingPointAtom)
  const hasPosition = useAtomValue(readingAtom) !== null
  if (!measuring) return null
  const { of, points, isPicking } = measuring
  const isPath = of === 'path'
  const other = isPath ? 'distance' : 'path'
  /** An end of a distance is to be moved to the cross. */
  const move = (index: number) => {
    camera.take()
    tool.setMoving(index)
    camera.bringToCross(points[index])
  }
  return (
    <Panel title={t(`measure.${of}`)} closeLabel={t('measure.stop')} onClose={() => tool.toggle(of)}>
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
            <button type="button" onClick={() => camera.atCross(tool.setPoint)}>
              {t('measure.atCross')}
            </button>
            {hasPosition ? (
              <button type="button" disabled={fresh.waiting !== null} onClick={() => fresh.take(null)}>
                {t('measure.atPosition')}
              </button>
            ) : null}
            {points.length > 0 ? (
              <button type="button" onClick={tool.undo}>
                {t(moving === null ? 'measure.undo' : 'measure.leave')}
              </button>
            ) : null}
            {isPath && points.length > 1 ? (
              <button type="button" onClick={() => tool.setPicking(false)}>
                {t('measure.done')}
              </button>
            ) : null}
          </>
        ) : isPath ? (
          <button type="button" onClick={() => tool.setPicking(true)}>
            {t('measure.more')}
          </button>
        ) : (
          points.map((_, index) => (
            // Their order is their meaning.
            <button key={String(index)} type="button" onClick={() => move(index)}>
              {t('measure.move', { number: index + 1 })}
            </button>
          ))
        )}
        {moving === null ? (
          <button type="button" onClick={() => tool.toggle(other)}>
            {t(`measure.to.${other}`)}
          </button>
        ) : null}
      </div>
      {fresh.waiting && isSetting ? (
        <WaitForPosition onTakeOld={() => fresh.takeOld(null)} onCancel={fresh.cancel} />
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
