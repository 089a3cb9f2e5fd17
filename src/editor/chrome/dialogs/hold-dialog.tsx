import { Button, Group, Text } from '@mantine/core'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import type { DraftState } from '../../session/use-draft.ts'
import { editHoldAtom, isHoldAskedAtom } from '../../model/document-atoms.ts'

interface HoldDialogProps extends Pick<DraftState, 'offers' | 'restore' | 'discard'> {
  /** Brings editing here from the other tab. */
  readonly onTakeOver: () => void
}

/** Asks whoever edits while a draft waits for a decision, or while the map is edited in another tab. */
export function HoldDialog({ offers, restore, discard, onTakeOver }: HoldDialogProps) {
  const { t } = useTranslation('editor')
  const hold = useAtomValue(editHoldAtom)
  const [isAsked, setAsked] = useAtom(isHoldAskedAtom)
  if (!isAsked || hold === null) return null
  const close = () => setAsked(false)
  const after = (act: () => void) => () => {
    close()
    act()
  }
  const [offered, other] = offers
  return (
    <Dialog
      opened
      onClose={close}
      title={t(`hold.${hold}`)}
      closeButtonProps={{ 'aria-label': t('compare.close') }}
    >
      <Text size="sm">{t(`hold.${hold}Help`)}</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          {t('hold.cancel')}
        </Button>
        {hold === 'otherTab' ? (
          <Button onClick={after(onTakeOver)}>{t('banner.editHere')}</Button>
        ) : (
          <>
            <Button variant="default" onClick={after(discard)}>
              {other ? t('banner.discardBoth') : t('banner.discard')}
            </Button>
            {offered && !other && (
              <Button onClick={after(() => restore(offered))}>{t('banner.restore')}</Button>
            )}
          </>
        )}
      </Group>
    </Dialog>
  )
}
