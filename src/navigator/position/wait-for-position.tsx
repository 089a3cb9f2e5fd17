import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import classes from '../parts/panel.module.css'
import { positionProblemAtom, readingAtom } from '../model/position-atoms.ts'
import { ageOf } from '../model/reading-age.ts'
import { useNow } from './use-now.ts'

interface WaitForPositionProps {
  /** Takes the last one knowingly; absent: it may not be taken. */
  readonly onTakeOld?: (() => void) | undefined
  /** Absent: what waits is ended by another button. */
  readonly onCancel?: (() => void) | undefined
  /** It is there from the start: what stands above it is read first. Default false. */
  readonly isThereAtFirst?: boolean
}

/** Says that a new position is waited for, or why none comes, and how old the last one is, with the ways out. */
export function WaitForPosition({ onTakeOld, onCancel, isThereAtFirst }: WaitForPositionProps) {
  const { t } = useTranslation(['navigator', 'common'])
  const reading = useAtomValue(readingAtom)
  const problem = useAtomValue(positionProblemAtom)
  const now = useNow()
  const told = reading && ageOf(reading.timeMs, now)
  const age = told && t(`age.${told.unit}`, { count: told.count })
  return (
    <div ref={isThereAtFirst ? undefined : bringIntoView} className={classes['waiting']}>
      <p role="status">
        {t(problem === 'denied' ? 'position.denied' : reading ? 'wait.newPosition' : 'wait.position')}
      </p>
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

/** On a phone a sheet shows but a part of itself. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })
