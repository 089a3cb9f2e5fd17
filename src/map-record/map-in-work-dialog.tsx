import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { EndClaimButton, isIdleClaim } from './end-claim-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { dateLanguage } from '../ui/i18n/date-language.ts'

interface MapInWorkDialogProps {
  readonly map: MapSummary
  readonly onClose: () => void
  readonly onOpenEditor: () => void
}

/** Tells an owner who works on the map, until when its info cannot be changed, and what to do before. */
export function MapInWorkDialog({ map, onClose, onOpenEditor }: MapInWorkDialogProps) {
  const { t, i18n } = useTranslation(['maps', 'common'])
  const { assigned } = map
  const isDone = assigned?.isDone ?? false
  const time = assigned
    ? new Intl.DateTimeFormat(dateLanguage(i18n.language), { timeStyle: 'short' }).format(
        new Date(assigned.expireAt),
      )
    : ''
  return (
    <Dialog opened onClose={onClose} title={t(isDone ? 'inWork.titleDone' : 'inWork.title')} size="sm">
      <Text>
        {t(isDone ? 'inWork.textDone' : 'inWork.text', { username: assigned?.to.username ?? '', time })}
      </Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        {isIdleClaim(map) ? (
          <EndClaimButton map={map} onEnded={onClose} />
        ) : (
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('common:action.close')}
          </Button>
        )}
        <Button onClick={onOpenEditor}>{t(isDone ? 'inWork.review' : 'inWork.open')}</Button>
      </Group>
    </Dialog>
  )
}
