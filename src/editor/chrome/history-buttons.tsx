import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { StepLabel } from '../model/history.ts'
import { redoAtom, redoLabelAtom, undoAtom, undoLabelAtom } from '../model/document-atoms.ts'
import { ToolButton } from '../parts/tool-button.tsx'

/** Undo and redo; the tooltip says which step. */
export function HistoryButtons({ canEdit, size }: { readonly canEdit: boolean; readonly size?: number }) {
  const { t } = useTranslation('editor')
  const undoLabel = useAtomValue(undoLabelAtom)
  const redoLabel = useAtomValue(redoLabelAtom)
  const undo = useSetAtom(undoAtom)
  const redo = useSetAtom(redoAtom)
  const step = ({ action, number, count }: StepLabel) =>
    t(`step.${action}`, { number: number ?? 0, count: count ?? 0 })
  return (
    <>
      <ToolButton
        icon={IconArrowBackUp}
        label={t('tool.undo')}
        {...(undoLabel && { hint: t('tool.undoStep', { step: step(undoLabel) }) })}
        shortcut="Mod+Z"
        disabled={!canEdit || !undoLabel}
        onClick={() => undo()}
        {...(size && { size })}
      />
      <ToolButton
        icon={IconArrowForwardUp}
        label={t('tool.redo')}
        {...(redoLabel && { hint: t('tool.redoStep', { step: step(redoLabel) }) })}
        shortcut="Mod+Shift+Z"
        disabled={!canEdit || !redoLabel}
        onClick={() => redo()}
        {...(size && { size })}
      />
    </>
  )
}
