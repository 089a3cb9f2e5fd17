import { Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MIN_CONTROL_POINTS } from '../../../../contract/constants.ts'
import { formatGround, formatPixels } from '../../../ui/number-format.ts'
import type { AccuracySummary } from '../../model/accuracy-rows.ts'
import classes from './accuracy-bar.module.css'

/** No more numbers than this are named in the bar; the table has them all. */
const NAMED = 5

interface AccuracyBarProps {
  readonly summary: AccuracySummary
  /** The warp folds somewhere. */
  readonly isFolded: boolean
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onShowPoint: (id: string) => void
  /** It holds a few lines, and is no higher than they are on a phone. */
  readonly isShort: boolean
  /** What the open drawer shows. */
  readonly children: ReactNode
}

/** The line at the bottom that sums up the points, and the drawer that it opens. */
export function AccuracyBar({
  summary,
  isFolded,
  isOpen,
  onToggle,
  onShowPoint,
  isShort,
  children,
}: AccuracyBarProps) {
  const { t } = useTranslation('editor')
  const Chevron = isOpen ? IconChevronDown : IconChevronUp
  return (
    // Takes the focus when the row that had it goes with the table.
    <section
      className={classes['drawer']}
      aria-label={t('accuracy.title')}
      tabIndex={-1}
      data-accuracy={isOpen ? 'open' : 'closed'}
    >
      <div className={classes['bar']}>
        <UnstyledButton
          className={classes['toggle'] ?? ''}
          onClick={onToggle}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'accuracy.close' : 'accuracy.open')}
          aria-describedby="accuracy-summary"
        >
          <Chevron size={18} stroke={1.75} aria-hidden />
        </UnstyledButton>
        <Text size="sm" className={classes['summary'] ?? ''} id="accuracy-summary" component="span">
          <Summary summary={summary} isFolded={isFolded} onShowPoint={onShowPoint} />
        </Text>
      </div>
      {isOpen && (
        <div className={classes['content']} data-short={isShort || undefined}>
          {children}
        </div>
      )}
    </section>
  )
}

function Summary({
  summary,
  isFolded,
  onShowPoint,
}: Pick<AccuracyBarProps, 'summary' | 'isFolded' | 'onShowPoint'>) {
  const { t, i18n } = useTranslation('editor')
  const { pointCount, usedCount, typicalPx, typicalMetres, toCheck, missing, worst } = summary
  const parts = [
    usedCount < pointCount
      ? t('accuracy.used', { used: usedCount, count: pointCount })
      : t('accuracy.points', { count: pointCount }),
  ]
  if (usedCount >= MIN_CONTROL_POINTS && missing > 0 && !isFolded) parts.push(t('accuracy.fineSoFar'))
  if (typicalPx !== null && missing === 0)
    parts.push(
      t('accuracy.typical', {
        px: formatPixels(typicalPx, i18n.language),
        ground: typicalMetres === null ? t('accuracy.none') : formatGround(typicalMetres, i18n.language),
      }),
    )
  return (
    <>
      {parts.join(' · ')}
      {missing === 0 && worst !== null && toCheck.length === 0 && (
        <>
          {' · '}
          <UnstyledButton className={classes['leads'] ?? ''} onClick={() => onShowPoint(worst.id)}>
            {t('accuracy.largest', {
              px: formatPixels(worst.errorPx, i18n.language),
              number: worst.number,
            })}
          </UnstyledButton>
        </>
      )}
      {toCheck.length > 0 && (
        <>
          {' · '}
          <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
          {t('accuracy.toCheck', {
            count: toCheck.length,
            numbers: toCheck
              .slice(0, NAMED)
              .map((number) => t('point.number', { number }))
              .join(', '),
          })}
        </>
      )}
    </>
  )
}

/** The sums above the table: RMSE once there are enough points for it, else how many are missing. */
export function AccuracyFigures({
  summary,
  isFolded,
  hasResiduals,
  children,
}: {
  readonly summary: AccuracySummary
  readonly isFolded: boolean
  readonly hasResiduals: boolean
  readonly children?: ReactNode
}) {
  const { t, i18n } = useTranslation('editor')
  const { looRmsePx, looRmseMetres, rmsePx, missing } = summary
  return (
    <Text size="sm" c="dimmed" mb={4} component="div">
      {missing === 0 && looRmsePx !== null && (
        <div>
          {t('accuracy.looRmse', {
            px: formatPixels(looRmsePx, i18n.language),
            ground: looRmseMetres === null ? t('accuracy.none') : formatGround(looRmseMetres, i18n.language),
          })}
          {hasResiduals &&
            rmsePx !== null &&
            ` · ${t('accuracy.rmse', { px: formatPixels(rmsePx, i18n.language) })}`}
        </div>
      )}
      {missing > 0 && (
        <div>{t(isFolded ? 'accuracy.moreToCheck' : 'accuracy.fineWithMore', { count: missing })}</div>
      )}
      {children}
    </Text>
  )
}
