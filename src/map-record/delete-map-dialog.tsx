import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { errorText } from '../api/api-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toast-store.ts'
import { focusCard } from './focus-card.ts'
import { useDeleteMap, useRestoreMap } from '../queries/map-queries.ts'

interface DeleteMapDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
}

/** Asks before a map goes to the trash; the notice afterwards takes it out again. */
export function DeleteMapDialog({ map, onClose }: DeleteMapDialogProps) {
  const { t } = useTranslation(['maps', 'common'])
  const { mutateAsync, isPending, error } = useDeleteMap()
  const { mutateAsync: restore } = useRestoreMap()
  const undo = async () => {
    try {
      await restore(map.id)
      focusCard(map.id)
    } catch (failure) {
      toast.error(errorText(failure))
    }
  }
  // Not by callbacks of the call: with the map gone, the card that holds this dialog may be gone before they are due.
  const confirm = async () => {
    try {
      await mutateAsync(map.id)
    } catch {
      return
    }
    toast.success(t('delete.done', { title: map.titles.title }), {
      about: `trash ${map.id}`,
      action: { label: t('common:action.undo'), run: () => void undo() },
    })
    onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('delete.title')}
      text={
        map.assigned
          ? t('delete.textAssigned', { title: map.titles.title, username: map.assigned.to.username })
          : t(map.isPublic ? 'delete.textPublic' : 'delete.text', { title: map.titles.title })
      }
      confirmLabel={t('delete.confirm')}
      isBusy={isPending}
      error={error ? errorText(error) : undefined}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
