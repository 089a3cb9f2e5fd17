import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from './dialog.tsx'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly onCancel: () => void
  readonly onConfirm: () => void
  /** While true the buttons wait for the answer. */
  readonly isBusy?: boolean
  /** Defaults to the question and the warning of a deletion. */
  readonly title?: string
  readonly text?: string
  readonly confirmLabel?: string
  /** Why the last attempt failed. */
  readonly error?: string | undefined
  readonly isDestructive?: boolean
}

/** Asks before something is done. Cancel has the focus: Enter pressed in passing destroys nothing. */
export function ConfirmDialog({
  isOpen,
  onCancel,
  onConfirm,
  isBusy = false,
  title,
  text,
  confirmLabel,
  error,
  isDestructive = true,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={isOpen}
      onClose={isBusy ? () => undefined : onCancel}
      title={title ?? t('confirmDelete.title')}
      size="sm"
    >
      <Text>{text ?? t('confirmDelete.text')}</Text>
      {error ? (
        <Text c="red" role="alert" mt="sm">
          {error}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onCancel} disabled={isBusy} data-autofocus>
          {t('action.cancel')}
        </Button>
        <Button color={isDestructive ? 'vermilion' : 'verdigris'} onClick={onConfirm} loading={isBusy}>
          {confirmLabel ?? t('action.delete')}
        </Button>
      </Group>
    </Dialog>
  )
}
