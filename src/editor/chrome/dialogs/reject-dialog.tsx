import { Alert, Button, Group, Radio, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REJECTION_REASONS, rejectionReason } from '../../../../contract/api/rejection-reasons.ts'
import { DECISION_NOTE_MAX } from '../../../../contract/constants.ts'
import { lengthInCodePoints } from '../../../../contract/rules/text-length.ts'
import type { RejectionReason } from '../../../../contract/api/rejection-reasons.ts'
import { useGiveBack } from '../../session/use-decision.ts'
import { Dialog } from '../../../ui/dialog.tsx'

interface GiveBackDialogProps {
  readonly mapId: string
  readonly kind: 'reject' | 'changes'
  readonly onClose: () => void
}

/** The owner says why a submitted transformation is rejected or to be changed, and confirms. */
export function GiveBackDialog({ mapId, kind, onClose }: GiveBackDialogProps) {
  const { t } = useTranslation(['editor', 'common'])
  const [reason, setReason] = useState<RejectionReason | null>(null)
  const [note, setNote] = useState('')
  const giveBack = useGiveBack(mapId, kind)
  const isTooLong = lengthInCodePoints(note) > DECISION_NOTE_MAX
  const saysNothing = kind === 'reject' ? reason === null : reason === null && note.trim() === ''
  const [wasAsked, setAsked] = useState(false)
  const firstReason = useRef<HTMLInputElement>(null)

  const confirm = () => {
    setAsked(true)
    if (saysNothing) firstReason.current?.focus()
    else giveBack.mutate({ reason, note }, { onSuccess: onClose })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      isFilled={reason !== null || note.trim() !== ''}
      title={t(`${kind}.title`)}
    >
      <Stack>
        <Text size="sm">{t(`${kind}.help`)}</Text>
        <Radio.Group
          label={t('reject.reason')}
          value={reason ?? ''}
          error={wasAsked && saysNothing && t(`${kind}.reasonNeeded`)}
          onChange={(value) => setReason(rejectionReason(value) ?? null)}
        >
          <Stack gap="xs" mt="xs">
            {REJECTION_REASONS.map((key, index) => (
              <Radio
                key={key}
                ref={index === 0 ? firstReason : undefined}
                value={key}
                label={t(`common:rejectionReason.${key}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('reject.note')}
          description={t('reject.noteHelp', { most: DECISION_NOTE_MAX })}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={isTooLong && t('reject.noteTooLong', { most: DECISION_NOTE_MAX })}
          autosize
          minRows={2}
          maxRows={6}
        />
        {giveBack.isError && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {giveBack.error.message || t(`${kind}.failed`)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('reject.cancel')}
          </Button>
          <Button
            color={kind === 'reject' ? 'vermilion' : 'verdigris'}
            disabled={isTooLong}
            loading={giveBack.isPending}
            onClick={confirm}
          >
            {t(`${kind}.confirm`)}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
