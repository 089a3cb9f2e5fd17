import { useTranslation } from 'react-i18next'
import type { PositionReading } from '../../places/watch-position.ts'
import classes from '../frame/panel.module.css'
import { ageOf } from './reading-age.ts'
import { useNow } from './use-now.ts'

interface WaitForPositionProps {
  /** The last that came; null: none yet. */
  readonly reading: PositionReading | null
  /** Takes the last one knowingly; absent: it may not be taken. */
  readonly onTakeOld?: (() => void) | undefined
  /** Absent: what waits is ended by another button. */
  readonly onCancel?: (() => void) | undefined
}

/** Says that a new position is waited for and how old the last one is, with the ways out. */
export function WaitForPosition({ reading, onTakeOld, onCancel }: WaitForPositionProps) {
  const { t } = useTranslation(['navigator', 'common'])
  const now = useNow()
  const told = reading && ageOf(reading.timeMs, now)
  const age = told && t(`age.${told.unit}`, { count: told.count })
  return (
    <div className={classes['waiting']}>
      <p role="status">{t(reading ? 'wait.newPosition' : 'wait.position')}</p>
      {age ? <p>{t('wait.last', { age })}</p> : null}
      {(age && onTakeOld) || onCancel ? (
        <div className={classes['actions']}>
          {age && onTakeOld ? (
            <button type="button" onClick={onTakeOld}>
              {t('wait.takeOld', { age })}
            </button>
          ) : null}
          {onCancel ? (
            <button type="button" onClick={onCancel}>
              {t('common:action.cancel')}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
