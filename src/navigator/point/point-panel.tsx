import { useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { formatLength } from '../../places/length-text.ts'
import { Panel } from '../parts/panel.tsx'
import classes from '../parts/panel.module.css'
import { useNavigator } from '../session/navigator-context.ts'
import { showPanelAtom } from '../model/navigator-model.ts'
import { WaitForPosition } from '../position/wait-for-position.tsx'

/** Above this a control point does more harm than good on most maps, metres. */
const COARSE_METRES = 30

/**
 * A control point where one stands: the cross says what the old map shows of it, the device where it is.
 */
export function PointPanel() {
  const { point, session } = useNavigator()
  const { camera } = session
  const showPanel = useSetAtom(showPanelAtom)
  const close = () => showPanel(null)
  const { t, i18n } = useTranslation('navigator')
  const { position, isBusy, isWaiting, result } = point
  return (
    <Panel title={t('point.title')} closeLabel={t('panel.close')} onClose={close}>
      <p className={classes['result']} role="status">
        {said()}
      </p>
      <div className={classes['actions']}>
        <button
          type="button"
          disabled={!position || isBusy || isWaiting}
          onClick={() => camera.atCross(point.addAt)}
        >
          {t('point.add')}
        </button>
        {result?.is === 'added' ? (
          <button type="button" disabled={isBusy} onClick={() => void point.undo()}>
            {t('point.undo')}
          </button>
        ) : null}
        <span className={classes['figure']}>{position ? exactness(position.accuracyMetres) : null}</span>
      </div>
      {position && !isWaiting ? null : (
        <WaitForPosition
          key={isWaiting ? 'asked' : 'first'}
          isThereAtFirst={!isWaiting}
          onTakeOld={isBusy ? undefined : () => camera.atCross(point.addOldAt)}
          onCancel={isWaiting ? point.cancel : close}
        />
      )}
    </Panel>
  )

  function said(): string {
    if (result?.is === 'added') return t(`point.added.${result.keptIn}`, { number: result.number })
    if (result) return t(`point.${result.is}`)
    return t('point.help')
  }

  function exactness(metres: number): string {
    const most = formatLength(metres, i18n.language)
    return t(metres > COARSE_METRES ? 'point.coarse' : 'point.exact', { most })
  }
}
