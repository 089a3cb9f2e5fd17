import { useAtom, useAtomValue } from 'jotai'
import { useCallback } from 'react'
import { selectedIdAtom } from '../../model/tool-atoms.ts'
import { hoveredIdAtom } from '../../model/view-atoms.ts'
import { accuracyRowsAtom, accuracySummaryAtom } from '../../model/warp-atoms.ts'
import { usePointActions } from '../../tools/use-point-actions.ts'
import { useTools } from '../../tools/use-tools.ts'
import { AccuracyTable } from './accuracy-table.tsx'

export interface PointTableProps {
  readonly canEdit: boolean
  readonly hasResiduals: boolean
  readonly onShowPoint: (id: string) => void
}

/** The table hears of every step of a drag; it is there only while the drawer is open. */
export function PointTable({ canEdit, hasResiduals, onShowPoint }: PointTableProps) {
  const rows = useAtomValue(accuracyRowsAtom)
  const { missing } = useAtomValue(accuracySummaryAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const send = useTools()
  const [hoveredId, hover] = useAtom(hoveredIdAtom)
  const actions = usePointActions()
  const onSelect = useCallback(
    (id: string) => {
      send({ type: 'rowChosen', id })
      onShowPoint(id)
    },
    [send, onShowPoint],
  )
  return (
    <AccuracyTable
      rows={rows}
      selectedId={selectedId}
      hoveredId={hoveredId}
      canEdit={canEdit}
      hasErrors={missing === 0}
      hasResiduals={hasResiduals}
      onSelect={onSelect}
      onHover={hover}
      onToggle={actions.setEnabled}
      onRemove={actions.remove}
    />
  )
}
