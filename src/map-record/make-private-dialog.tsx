import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

interface MakePrivateDialogProps {
  readonly map: Pick<MapSummary, 'titles' | 'assigned'>
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Asks before a map that somebody works on is made private, which ends the claim. */
export function MakePrivateDialog({ map, onClose, onConfirm }: MakePrivateDialogProps) {
  const { t } = useTranslation('maps')
  const values = { title: map.titles.title, username: map.assigned?.to.username ?? '' }
  return (
    <ConfirmDialog
      isOpen
      title={t('visibility.endsTitle')}
      text={t('visibility.endsText', values)}
      confirmLabel={t('visibility.endsConfirm')}
      onCancel={onClose}
      onConfirm={onConfirm}
    />
  )
}
