import { Text, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MIN_CONTROL_POINTS } from '../../../../contract/constants.ts'
import { formatGround, formatPixels } from '../../../ui/number-format.ts'
import type { AccuracySummary } from '../../model/accuracy-rows.ts'
import { undoAtom, undoLabelAtom } from '../../model/document-atoms.ts'
import { foldSinceAtom } from '../../model/warp-atoms.ts'
import { exactness, foldText } from './accuracy-words.ts'
import classes from './accuracy-bar.module.css'

/** No more numbers than this are named in the bar; the table has them all. */
const NAMED = 5

interface AccuracyBarProps {
  readonly summary: AccuracySummary
  /** The warp folds somewhere. */
  readonly isFolded: boolean
  readonly isOpen: boolean
  /** Undefined: it holds nothing yet. */
  readonly onToggle: (() => void) | undefined
  readonly onShowPoint: (id: string) => void
  readonly onShowFold: () => void
  readonly canEdit: boolean
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
  onShowFold,
  canEdit,
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
        {onToggle && (
          <UnstyledButton
            className={classes['toggle'] ?? ''}
            onClick={onToggle}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'accuracy.close' : 'accuracy.open')}
            aria-describedby="accuracy-summary"
          >
            <Chevron size={18} stroke={1.75} aria-hidden />
          </UnstyledButton>
        )}
        <Text size="sm" className={classes['summary'] ?? ''} id="accuracy-summary" component="span">
          <Summary
            summary={summary}
            isFolded={isFolded}
            onShowPoint={onShowPoint}
            onShowFold={onShowFold}
            canEdit={canEdit}
          />
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
  onShowFold,
  canEdit,
}: Pick<AccuracyBarProps, 'summary' | 'isFolded' | 'onShowPoint' | 'onShowFold' | 'canEdit'>) {
  const { t, i18n } = useTranslation('editor')
  const { pointCount, usedCount, toCheck, missing, worst } = summary
  const since = useAtomValue(foldSinceAtom)
  const canUndo = useAtomValue(undoLabelAtom) === since && since !== null
  const undo = useSetAtom(undoAtom)
  const exact = exactness(t, i18n.language, summary)
  const parts = [
    usedCount < pointCount
      ? t('accuracy.used', { used: usedCount, count: pointCount })
      : t('accuracy.points', { count: pointCount }),
  ]
  if (usedCount >= MIN_CONTROL_POINTS && missing > 0 && !isFolded)
    parts.push(t('accuracy.moreInShort', { count: missing }))
  if (exact !== null && !isFolded) parts.push(exact)
  return (
    <>
      {parts.join(' · ')}
      {isFolded && (
        <>
          {' · '}
          <IconAlertTriangle size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
          <UnstyledButton className={classes['leads'] ?? ''} onClick={onShowFold}>
            {foldText(t, since)}
          </UnstyledButton>
          {canEdit && canUndo && (
            <>
              {' · '}
              <UnstyledButton className={classes['leads'] ?? ''} onClick={() => undo()}>
                {t('tool.undo')}
              </UnstyledButton>
            </>
          )}
        </>
      )}
      {!isFolded && missing === 0 && worst !== null && toCheck.length === 0 && (
        <>
          {' · '}
          <UnstyledButton className={classes['leads'] ?? ''} onClick={() => onShowPoint(worst.id)}>
            {t('accuracy.lookAt', { number: worst.number })}
          </UnstyledButton>
        </>
      )}
      {!(isFolded && since?.number !== undefined) && toCheck.length > 0 && (
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
  hasResiduals,
  children,
}: {
  readonly summary: AccuracySummary
  readonly hasResiduals: boolean
  readonly children?: ReactNode
}) {
  const { t, i18n } = useTranslation('editor')
  const { typicalPx, typicalMetres, worst, looRmsePx, looRmseMetres, rmsePx, missing } = summary
  const px = (value: number) => formatPixels(value, i18n.language)
  const ground = (metres: number | null) =>
    metres === null ? t('accuracy.none') : formatGround(metres, i18n.language)
  return (
    <Text size="sm" c="dimmed" mb={4} component="div">
      {missing === 0 && typicalPx !== null && worst && (
        <div>
          {t('accuracy.typical', { px: px(typicalPx), ground: ground(typicalMetres) })} ·{' '}
          {t('accuracy.largest', { px: px(worst.errorPx), number: worst.number })}
        </div>
      )}
      {missing === 0 && looRmsePx !== null && (
        <div>
          {t('accuracy.looRmse', {
            px: px(looRmsePx),
            ground: ground(looRmseMetres),
          })}
          {hasResiduals && rmsePx !== null && ` · ${t('accuracy.rmse', { px: px(rmsePx) })}`}
        </div>
      )}
      {missing > 0 && <div>{t('accuracy.moreToCheck', { count: missing })}</div>}
      {children}
    </Text>
  )
}
