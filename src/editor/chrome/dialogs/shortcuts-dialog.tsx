import { Kbd, Table, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../ui/dialog.tsx'
import { useSingleKeys } from '../../../ui/shortcut-key.ts'

type KeyName =
  | 'space'
  | 'delete'
  | 'arrows'
  | 'home'
  | 'end'
  | 'pageUp'
  | 'pageDown'
  | 'shift'
  | 'ctrl'
  | 'alt'
  | 'enter'
  | 'escape'
  | 'wheel'
type Action =
  | 'palette'
  | 'undo'
  | 'redo'
  | 'transform'
  | 'delete'
  | 'nudge'
  | 'choosePoint'
  | 'pointBar'
  | 'pan'
  | 'zoom'
  | 'turn'
  | 'fit'
  | 'otherPane'
  | 'add'
  | 'placeEntry'
  | 'snap'
  | 'crop'
  | 'closeOutline'
  | 'lay'
  | 'laySheet'
  | 'layPull'
  | 'overlay'
  | 'hold'
  | 'opacity'
  | 'views'
  | 'tableMove'
  | 'tableDelete'
  | 'search'
  | 'escape'
  | 'notice'
  | 'help'

interface ShortcutsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The list of keys that `?` shows. */
export function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const { t } = useTranslation(['shortcuts', 'editor'])
  const areSingleKeysOn = useSingleKeys()
  const wordsOf = (action: Action) =>
    action === 'otherPane' || action === 'overlay' ? t(`editor:shortcut.${action}`) : t(action)
  const key = (name: KeyName) => t(`key.${name}`)
  const rows: readonly (readonly [keys: readonly string[], action: Action])[] = [
    [[`${key('ctrl')}+K`], 'palette'],
    [[`${key('ctrl')}+Z`], 'undo'],
    [[`${key('ctrl')}+${key('shift')}+Z`, `${key('ctrl')}+Y`], 'redo'],
    [[`${key('ctrl')}+${key('enter')}`], 'transform'],
    [[key('delete')], 'delete'],
    [[key('arrows')], 'pan'],
    [['+', '−'], 'zoom'],
    [['[', ']', ',', '.'], 'turn'],
    [[key('home')], 'fit'],
    [['X'], 'otherPane'],
    [['A'], 'add'],
    [['G'], 'placeEntry'],
    [['S'], 'snap'],
    [['C'], 'crop'],
    [[key('enter')], 'closeOutline'],
    [['L'], 'lay'],
    [[key('arrows'), '+', '−', '[', ']', ',', '.'], 'laySheet'],
    [[key('enter')], 'layPull'],
    [['N', 'P'], 'choosePoint'],
    [[key('enter')], 'pointBar'],
    [[key('arrows')], 'nudge'],
    [[key('space')], 'overlay'],
    [[key('shift')], 'hold'],
    [[`O + ${key('wheel')}`], 'opacity'],
    [['1', '2', '3', '4'], 'views'],
    [['↑', '↓', key('pageUp'), key('pageDown'), key('home'), key('end')], 'tableMove'],
    [[key('delete')], 'tableDelete'],
    [['/'], 'search'],
    [[key('escape')], 'escape'],
    [['F6', `${key('alt')}+T`], 'notice'],
    [['?'], 'help'],
  ]
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('editor:shortcut.close') }}
    >
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {rows.map(([keys, action]) => (
            <Table.Tr key={action}>
              <Table.Td w={160}>
                {keys.map((name, index) => (
                  <Fragment key={name}>
                    {index > 0 && ' '}
                    <Kbd ff="text" fw={500}>
                      {name}
                    </Kbd>
                  </Fragment>
                ))}
              </Table.Td>
              <Table.Td>{wordsOf(action)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        {t(areSingleKeysOn ? 'focus' : 'singleKeysOff')} {areSingleKeysOn ? t('toTurnOff') : null}
      </Text>
    </Dialog>
  )
}
