import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface LeaveQuestionProps {
  readonly onClose: () => void
  readonly onLeave: () => void
}

/** Asks before logging out discards what was begun and has not been saved or sent. */
export function LeaveQuestion({ onClose, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      isOpen
      title={t('leave.title')}
      text={t('leave.text')}
      confirmLabel={t('user.logOut')}
      onCancel={onClose}
      onConfirm={onLeave}
    />
  )
}
