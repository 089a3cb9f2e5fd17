import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SUBMISSION_NOTE_MAX } from '../../../../contract/constants.ts'
import { lengthInCodePoints } from '../../../../contract/rules/text-length.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useMarkDone } from '../../session/use-mark-done.ts'

interface SubmitDialogProps {
  readonly mapId: string
  readonly onClose: () => void
}

/** Hands a transformation in for the owner's approval, with a note where there is something to say. */
export function SubmitDialog({ mapId, onClose }: SubmitDialogProps) {
  const { t } = useTranslation('editor')
  const [note, setNote] = useState('')
  const submission = useMarkDone(mapId)
  const isTooLong = lengthInCodePoints(note) > SUBMISSION_NOTE_MAX
  const limit = { most: SUBMISSION_NOTE_MAX }
  return (
    <Dialog opened onClose={onClose} isFilled={note.trim() !== ''} title={t('submit.title')}>
      <Stack>
        <Text size="sm">{t('submit.help')}</Text>
        <Textarea
          label={t('submit.note')}
          description={t('submit.noteHelp', limit)}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={isTooLong && t('submit.noteTooLong', limit)}
          autosize
          minRows={3}
          maxRows={10}
        />
        {submission.isError && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
            {submission.error.message || t('banner.markDoneFailed')}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('submit.cancel')}
          </Button>
          <Button
            data-autofocus
            disabled={isTooLong}
            loading={submission.isPending}
            onClick={() => submission.mutate(note, { onSuccess: onClose })}
          >
            {t('submit.confirm')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
