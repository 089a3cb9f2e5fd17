import { useTranslation } from 'react-i18next'
import { useMapRecord } from '../../queries/map-queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { type SharedMap, VisibilityChoice } from './visibility-choice.tsx'

export interface ShareDialogProps {
  readonly map: SharedMap
  readonly onClose: () => void
}

export function ShareMapDialog({ map, onClose }: ShareDialogProps) {
  const { t } = useTranslation('share')
  // As it is by now: what is chosen here changes it.
  const { data: shown = map } = useMapRecord(map.id)
  return (
    <Dialog opened onClose={onClose} title={t('title', { title: map.titles.title })} size={480}>
      <VisibilityChoice map={shown} />
    </Dialog>
  )
}
