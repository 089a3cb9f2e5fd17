import { useTranslation } from 'react-i18next'
import type { LeavingLosses } from '../../session/leaving-losses.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface LeaveQuestionProps {
  readonly losses: LeavingLosses
  readonly onClose: () => void
  readonly onLeave: () => void
}

/** Asks before logging out discards what is on this device alone, or ends a recording. */
export function LeaveQuestion({ losses, onClose, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation(['auth', 'common'])
  const { hasUnsaved, drafts, areas, isRecording } = losses
  const texts = [
    areas > 0 && t('leave.areas', { count: areas }),
    isRecording && t('leave.recording'),
    drafts > 0 && t('leave.drafts'),
    hasUnsaved && t('leave.text'),
  ]
  return (
    <ConfirmDialog
      isOpen
      title={t(hasUnsaved || drafts > 0 ? 'leave.title' : 'leave.titleOfSaved')}
      text={texts.filter(Boolean).join(' ')}
      confirmLabel={t('common:user.logOut')}
      onCancel={onClose}
      onConfirm={onLeave}
    />
  )
}
