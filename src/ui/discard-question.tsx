import { Button, Group, Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFocusReturn } from './use-focus-return.ts'
import { useLayer } from './use-layer.ts'

export interface DiscardTexts {
  readonly title?: string
  readonly text?: string
  readonly keepLabel?: string
  readonly discardLabel?: string
}

interface DiscardQuestionProps extends DiscardTexts {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/** Asks before what was entered is thrown away. Keeping it has the focus. */
export function DiscardQuestion({
  title,
  text,
  keepLabel,
  discardLabel,
  onKeep,
  onDiscard,
}: DiscardQuestionProps) {
  const { t } = useTranslation()
  useFocusReturn(true)
  const isTop = useLayer(true, onKeep, { hasStep: false })
  return (
    <Modal
      opened
      onClose={() => {
        if (isTop()) onKeep()
      }}
      title={title ?? t('discard.title')}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      size="sm"
    >
      <Text>{text ?? t('discard.text')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onKeep} data-autofocus>
          {keepLabel ?? t('discard.keep')}
        </Button>
        <Button color="vermilion" onClick={onDiscard}>
          {discardLabel ?? t('discard.discard')}
        </Button>
      </Group>
    </Modal>
  )
}
