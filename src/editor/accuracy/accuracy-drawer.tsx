import { Text } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import { minimumPoints } from '../../../contract/rules/control-points.ts'
import { usePointActions } from '../points/use-point-actions.ts'
import { documentAtom } from '../state/document-atoms.ts'
import { hoveredIdAtom, isTableOpenAtom, selectedIdAtom } from '../state/view-atoms.ts'
import { accuracyRowsAtom, accuracySummaryAtom, settledFitAtom } from '../warp/warp-atoms.ts'
import { AccuracyBar, AccuracyFigures } from './accuracy-bar.tsx'
import { AccuracyTable } from './accuracy-table.tsx'
import { StartSteps } from './start-steps.tsx'

interface AccuracyDrawerProps {
  readonly canEdit: boolean
  readonly onShowPoint: (id: string) => void
}

/** The drawer at the bottom: three steps at first, then the points with their errors. */
export function AccuracyDrawer({ canEdit, onShowPoint }: AccuracyDrawerProps) {
  const { t } = useTranslation('editor')
  const [isOpen, setOpen] = useAtom(isTableOpenAtom)
  const { points, transformationType } = useAtomValue(documentAtom)
  const rows = useAtomValue(accuracyRowsAtom)
  const summary = useAtomValue(accuracySummaryAtom)
  const settled = useAtomValue(settledFitAtom)
  const [selectedId, select] = useAtom(selectedIdAtom)
  const hoveredId = useAtomValue(hoveredIdAtom)
  const hover = useSetAtom(hoveredIdAtom)
  const actions = usePointActions()
  const missing = Math.max(
    0,
    minimumPoints(transformationType) - points.filter(({ enabled }) => enabled).length,
  )
  const hasResiduals = transformationType !== 'TPS'
  const warnings = settled?.fit.warnings ?? []

  return (
    <AccuracyBar summary={summary} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      {missing > 0 && <StartSteps missing={missing} />}
      {missing === 0 && (
        <AccuracyFigures summary={summary} hasResiduals={hasResiduals}>
          {warnings.includes('folds') && settled && (
            <Text size="sm" c="red">
              {t('accuracy.folds', { count: settled.fit.folds.ringEnds.length })}
            </Text>
          )}
          {warnings.includes('nearCollinear') && <div>{t('accuracy.nearCollinear')}</div>}
          {warnings.includes('duplicatesIgnored') && <div>{t('accuracy.duplicatesIgnored')}</div>}
        </AccuracyFigures>
      )}
      {points.length > 0 && (
        <AccuracyTable
          rows={rows}
          selectedId={selectedId}
          hoveredId={hoveredId}
          canEdit={canEdit}
          hasResiduals={hasResiduals}
          onSelect={(id) => {
            select(id)
            onShowPoint(id)
          }}
          onHover={hover}
          onToggle={actions.setEnabled}
        />
      )}
    </AccuracyBar>
  )
}
