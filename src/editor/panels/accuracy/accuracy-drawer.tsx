import { UnstyledButton } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MIN_CONTROL_POINTS } from '../../../../contract/constants.ts'
import { MEANINGFUL_POINTS } from '../../../../contract/control-points.ts'
import { minimumPoints } from '../../../../contract/rules/control-points.ts'
import { useIsPhone, useIsShort } from '../../../ui/use-is-mobile.ts'
import { useLayer } from '../../../ui/use-layer.ts'
import { enabledCountAtom, pointCountAtom, transformationTypeAtom } from '../../model/document-atoms.ts'
import { isTableOpenAtom } from '../../model/view-atoms.ts'
import { useTools } from '../../tools/use-tools.ts'
import { scaleOfPaper } from '../../model/sheet-lie.ts'
import { accuracySummaryAtom, settledFitAtom, sheetLieAtom } from '../../model/warp-atoms.ts'
import { lazyNeeded } from '../../../ui/lazy-needed.tsx'
import { formatGround } from '../../../ui/number-format.ts'
import { AccuracyBar, AccuracyFigures } from './accuracy-bar.tsx'
import classes from './accuracy-bar.module.css'
import { UncertaintyOfMap } from '../../parts/late-uncertainty.ts'
import { SuspectReasons } from './suspect-reasons.tsx'
import { TypeQuestion } from './type-question.tsx'
import { StartSteps } from './start-steps.tsx'
import type { PointTableProps } from './point-table.tsx'

/** The drawer is closed at first, and a first map has no rows. */
const PointTable = lazyNeeded<PointTableProps>(async () => (await import('./point-table.tsx')).PointTable)

interface AccuracyDrawerProps {
  readonly canEdit: boolean
  /** Px an inch of the paper, as the record says; null: it does not. */
  readonly dpi: number | null
  readonly onShowPoint: (id: string) => void
  readonly onShowFold: () => void
  readonly onLay: () => void
  /** The map asks where it is: there is nothing to open yet. */
  readonly isPlaceAsked: boolean
}

/** With fewer points a wrong one may still pass for a bent sheet. */
const SURE_POINTS = 10

/** The drawer at the bottom: three steps at first, then the points with their errors. */
export function AccuracyDrawer({
  canEdit,
  dpi,
  onShowPoint,
  onShowFold,
  onLay,
  isPlaceAsked,
}: AccuracyDrawerProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation('editor')
  // It opens when it is asked for: it takes room from both maps.
  const [isOpen, setOpen] = useAtom(isTableOpenAtom)
  const pointCount = useAtomValue(pointCountAtom)
  const enabledCount = useAtomValue(enabledCountAtom)
  const transformationType = useAtomValue(transformationTypeAtom)
  const summary = useAtomValue(accuracySummaryAtom)
  const settled = useAtomValue(settledFitAtom)
  const missing = Math.max(0, minimumPoints(transformationType) - enabledCount)
  const hasResiduals = transformationType !== 'TPS'
  const warnings = settled?.fit.warnings ?? []
  const isFolded = warnings.includes('folds')
  const isFirst = pointCount < MIN_CONTROL_POINTS
  // A phone has room for the steps, which go, but not to spare for the table.
  const wasFirst = useRef(isFirst)
  useEffect(() => {
    if (wasFirst.current && !isFirst && isPhone) setOpen(false)
    wasFirst.current = isFirst
  }, [isFirst, isPhone, setOpen])
  // A phone laid on its side has no room for either; both open by hand.
  const isShort = useIsShort()
  const wasShort = useRef(isShort)
  useEffect(() => {
    if (isShort && !wasShort.current) setOpen(false)
    wasShort.current = isShort
  }, [isShort, setOpen])
  // Back on a phone closes what a tap has opened, not the page behind it.
  useLayer(isPhone && isOpen, () => setOpen(false), { leavesKeys: true })
  const send = useTools()
  const lead = (id: string) => {
    send({ type: 'rowChosen', id })
    onShowPoint(id)
  }
  const toggle = () => setOpen(!isOpen)

  return (
    <AccuracyBar
      summary={summary}
      isFolded={isFolded}
      isOpen={isOpen}
      onToggle={isPlaceAsked ? undefined : toggle}
      onShowPoint={lead}
      onShowFold={onShowFold}
      canEdit={canEdit}
      isShort={isFirst}
    >
      <div className={classes['said']}>
        {missing > 0 && (
          <StartSteps missing={missing} isFirst={enabledCount === 0} onLay={canEdit ? onLay : undefined} />
        )}
        {missing === 0 && (
          <AccuracyFigures summary={summary} hasResiduals={hasResiduals}>
            {isFolded && settled && (
              <UnstyledButton className={classes['leads'] ?? ''} fz="sm" c="red" onClick={onShowFold}>
                {t('accuracy.folds', { count: settled.fit.folds.ringEnds.length })}
              </UnstyledButton>
            )}
            <UncertaintyOfMap />
            <LieText dpi={dpi} />
            {summary.missing === 0 && enabledCount < SURE_POINTS && summary.toCheck.length === 0 && (
              <div>{t('accuracy.hardlySure', { count: enabledCount })}</div>
            )}
            {enabledCount >= MEANINGFUL_POINTS && <TypeQuestion canEdit={canEdit} />}
            {warnings.includes('nearCollinear') && <div>{t('accuracy.nearCollinear')}</div>}
            {warnings.includes('duplicatesIgnored') && <div>{t('accuracy.duplicatesIgnored')}</div>}
          </AccuracyFigures>
        )}
        <SuspectReasons onShowPoint={onShowPoint} />
      </div>
      {!isFirst && (
        <div className={classes['rows']} key={isShort ? 'short' : 'high'}>
          <PointTable canEdit={canEdit} hasResiduals={hasResiduals} onShowPoint={onShowPoint} />
        </div>
      )}
    </AccuracyBar>
  )
}

/** How the sheet lies, in words. */
function LieText({ dpi }: Pick<AccuracyDrawerProps, 'dpi'>) {
  const { t, i18n } = useTranslation('editor')
  const lie = useAtomValue(sheetLieAtom)
  if (!lie) return null
  const degrees = Math.round(Math.abs(lie.turnDegrees))
  const turn =
    degrees === 0
      ? t('lie.northUp')
      : t(lie.turnDegrees > 0 ? 'lie.clockwise' : 'lie.counterClockwise', { degrees })
  const ground = formatGround(lie.metresPerPx, i18n.language)
  const scale = dpi && new Intl.NumberFormat(i18n.language).format(scaleOfPaper(lie, dpi))
  return (
    <div>{scale ? t('lie.withScale', { ground, turn, scale, dpi }) : t('lie.text', { ground, turn })}</div>
  )
}
