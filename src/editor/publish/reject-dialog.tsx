import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REJECTION_REASON_TEXTS, rejectionReason } from '../../../contract/api/rejection-reasons.ts'
import type { RejectionReason } from '../../../contract/api/rejection-reasons.ts'
import { asLanguage } from '../../ui/i18n/language.ts'
import { useReject } from './use-decision.ts'

const REASONS = Object.entries(REJECTION_REASON_TEXTS)

/** The owner picks why a submitted transformation is rejected, and confirms. */
export function RejectDialog({ mapId, onClose }: { readonly mapId: string; readonly onClose: () => void }) {
  const { t, i18n } = useTranslation('editor')
  const [reason, setReason] = useState<RejectionReason | null>(null)
  const reject = useReject(mapId)
  const language = asLanguage(i18n.language)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('reject.title')}
      closeButtonProps={{ 'aria-label': t('reject.cancel') }}
    >
      <Stack>
        <Text size="sm">{t('reject.help')}</Text>
        <Radio.Group
          label={t('reject.reason')}
          value={reason ?? ''}
          onChange={(value) => setReason(rejectionReason(value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {REASONS.map(([key, texts]) => (
              <Radio key={key} value={key} label={texts[language]} />
            ))}
          </Stack>
        </Radio.Group>
        {reject.isError && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {reject.error.message || t('reject.failed')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('reject.cancel')}
          </Button>
          <Button
            color="vermilion"
            disabled={reason === null}
            loading={reject.isPending}
            onClick={() => {
              if (reason !== null) reject.mutate(reason, { onSuccess: onClose })
            }}
          >
            {t('reject.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
