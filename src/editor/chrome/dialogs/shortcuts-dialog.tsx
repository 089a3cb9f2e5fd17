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
  | 'accept'
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

type Group = 'everywhere' | 'maps' | 'points' | 'sheet' | 'table'
type Row = readonly [keys: readonly string[], action: Action]

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
  const ctrl = key('ctrl')
  const groups: readonly (readonly [name: Group, rows: readonly Row[]])[] = [
    [
      'everywhere',
      [
        [[`${ctrl}+K`], 'palette'],
        [['/'], 'search'],
        [[`${ctrl}+Z`], 'undo'],
        [[`${ctrl}+${key('shift')}+Z`, `${ctrl}+Y`], 'redo'],
        [[`${ctrl}+${key('enter')}`], 'transform'],
        [['F6', `${key('alt')}+T`], 'notice'],
        [[key('escape')], 'escape'],
        [['?'], 'help'],
      ],
    ],
    [
      'maps',
      [
        [[key('arrows')], 'pan'],
        [['+', '−'], 'zoom'],
        [['[', ']', ',', '.'], 'turn'],
        [[key('home')], 'fit'],
        [['X'], 'otherPane'],
        [['1', '2', '3', '4'], 'views'],
        [[key('space')], 'overlay'],
        [[key('shift')], 'hold'],
        [[`O + ${key('wheel')}`, `O + ${key('arrows')}`], 'opacity'],
      ],
    ],
    [
      'points',
      [
        [['A'], 'add'],
        [['G'], 'placeEntry'],
        [['S'], 'snap'],
        [['N', 'P'], 'choosePoint'],
        [['Y'], 'accept'],
        [[key('enter')], 'pointBar'],
        [[key('arrows')], 'nudge'],
        [[key('delete')], 'delete'],
      ],
    ],
    [
      'sheet',
      [
        [['L'], 'lay'],
        [[key('arrows'), '+', '−', '[', ']', ',', '.'], 'laySheet'],
        [[key('enter')], 'layPull'],
        [['C'], 'crop'],
        [[key('enter')], 'closeOutline'],
      ],
    ],
    [
      'table',
      [
        [['↑', '↓', key('pageUp'), key('pageDown'), key('home'), key('end')], 'tableMove'],
        [[key('delete')], 'tableDelete'],
      ],
    ],
  ]
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('title')}
      closeButtonProps={{ 'aria-label': t('editor:shortcut.close') }}
    >
      <Table verticalSpacing={6}>
        {groups.map(([group, rows]) => (
          <Table.Tbody key={group}>
            <Table.Tr>
              <Table.Th colSpan={2} scope="rowgroup" pt="md">
                {t(`group.${group}`)}
              </Table.Th>
            </Table.Tr>
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
        ))}
      </Table>
      <Text size="sm" c="dimmed" mt="sm">
        {t(areSingleKeysOn ? 'focus' : 'singleKeysOff')} {areSingleKeysOn ? t('toTurnOff') : null}
      </Text>
    </Dialog>
  )
}
