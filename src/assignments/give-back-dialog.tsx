import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { useGiveBack } from '../queries/claim-queries.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast-store.ts'

interface GiveBackDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
}

/** Asks before a claimed map is given back. */
export function GiveBackDialog({ map, onClose }: GiveBackDialogProps) {
  const { t } = useTranslation('assignments')
  const { mutateAsync, isPending, error } = useGiveBack()
  // Not by callbacks of the call: with the claim gone, the card that holds this dialog may be gone before they are due.
  const confirm = async () => {
    try {
      await mutateAsync(map.id)
    } catch {
      return
    }
    toast.success(t('giveBack.done', { title: map.titles.title }))
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('giveBack.title')}
      text={t('giveBack.text', { title: map.titles.title })}
      confirmLabel={t('giveBack.confirm')}
      isDestructive={false}
      isBusy={isPending}
      error={error ? errorText(error) : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
