import { Alert, Button, Group } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { InterruptedUpload } from '../../api/interrupted-upload.ts'

interface InterruptedNoticeProps {
  readonly upload: InterruptedUpload
  /** Its very file is chosen. */
  readonly isChosen: boolean
  readonly onForget: () => void
}

/** Says of an upload that was cut off by a reload how it goes on: a page may not keep the file, so it is picked again. */
export function InterruptedNotice({ upload, isChosen, onForget }: InterruptedNoticeProps) {
  const { t } = useTranslation(['maps', 'upload'])
  const { fileName, sentBytes, size } = upload
  const percent = Math.floor((sentBytes / size) * 100)
  return (
    <Alert
      role="status"
      color="ultramarine"
      icon={<IconPlayerPause aria-hidden />}
      title={t('upload:interrupted.title')}
      mb="md"
    >
      <Group justify="space-between" gap="sm">
        <span>
          {t(isChosen ? 'upload:interrupted.goesOn' : 'upload:interrupted.pick', { file: fileName, percent })}
        </span>
        <Button size="compact-sm" variant="default" onClick={onForget}>
          {t('upload:interrupted.forget')}
        </Button>
      </Group>
    </Alert>
  )
}
