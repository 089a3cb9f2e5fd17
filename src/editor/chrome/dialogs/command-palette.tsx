import { Kbd, TextInput } from '@mantine/core'
import { IconCheck, IconMapPin, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundPlace } from '../../../places/found-place.ts'
import { searchPlaces } from '../../../places/search-places.ts'
import { SearchSchedule, type SearchState, TYPING_PAUSE_MS } from '../../../places/search-schedule.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { shortcutText } from '../../../ui/shortcut-text.ts'
import classes from './command-palette.module.css'
import { foundCommands, type PaletteCommand } from '../../model/palette-command.ts'

interface CommandPaletteProps {
  readonly commands: readonly PaletteCommand[]
  readonly onPlace: (place: FoundPlace) => void
  readonly onClose: () => void
}

/** Places are looked up from so many letters on, and so many are shown beneath the commands. */
const PLACE_LETTERS = 3
const MOST_PLACES = 4

interface Choice extends PaletteCommand {
  readonly isPlace: boolean
}

/** All commands by name, and places: a combobox, so that arrows and Enter do what they should. */
export function CommandPalette({ commands, onPlace, onClose }: CommandPaletteProps) {
  const { t, i18n } = useTranslation('editor')
  // The list can be used before they have come.
  const { t: everydayText, ready } = useTranslation('commands', { useSuspense: false })
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const places = usePlaces(i18n.language)
  const withEveryday = (command: PaletteCommand): PaletteCommand =>
    command.everyday && ready
      ? { ...command, words: `${command.words ?? ''} ${everydayText(command.everyday)}` }
      : command
  // The only key of these that is written in words.
  const keyText = (shortcut: string) =>
    shortcut === 'Space' && ready ? everydayText('space') : shortcutText(shortcut)
  const found: readonly Choice[] = [
    ...foundCommands(commands.map(withEveryday), text).map((command) => ({ ...command, isPlace: false })),
    ...places.found.map((place) => ({ name: place.name, run: () => onPlace(place), isPlace: true })),
  ]
  const chosen = Math.min(active, found.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = ({ run: act }: Choice) => {
    // Closed first: what opens next takes the focus from the page, and not from this.
    onClose()
    act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const choice = found[chosen]
    if (step !== 0 && found.length > 0) setActive((chosen + step + found.length) % found.length)
    else if (event.key === 'Enter' && choice) run(choice)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('palette.title')}
      closeButtonProps={{ 'aria-label': t('shortcut.close') }}
    >
      <TextInput
        type="text"
        // Room for its ring beneath the title.
        mt={4}
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${chosen}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t('palette.placeholder')}
        data-autofocus
        maxLength={300}
        value={text}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setActive(0)
          places.lookUp(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
      />
      <p className={classes['message']} role="status">
        {text.trim() && (found.length > 0 ? t('palette.found', { count: found.length }) : t('palette.none'))}
      </p>
      <div className={classes['list']} id={listId} role="listbox" aria-label={t('palette.title')} ref={list}>
        {found.map((choice, index) => (
          <div
            key={`${choice.isPlace} ${choice.name} ${index}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            className={classes['option']}
            onPointerMove={() => setActive(index)}
            // The press must not take the focus out of the box before it is answered.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run(choice)}
            onKeyDown={onKeyDown}
          >
            {choice.isPlace && <IconMapPin size={18} stroke={1.75} aria-hidden />}
            <span>{choice.name}</span>
            {choice.isSo && (
              <span className={classes['so']}>
                <IconCheck size={16} stroke={2} aria-hidden />
                {t('palette.isSo')}
              </span>
            )}
            {choice.shortcut && (
              <Kbd ff="text" fw={500}>
                {keyText(choice.shortcut)}
              </Kbd>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

function usePlaces(language: string) {
  const [state, setState] = useState<SearchState<FoundPlace>>({ phase: 'idle' })
  const [schedule] = useState(
    () =>
      new SearchSchedule<FoundPlace>(
        (question, signal, onFirst) => searchPlaces(question, MOST_PLACES, language, signal, onFirst),
        setState,
      ),
  )
  useEffect(() => () => schedule.stop(), [schedule])
  return {
    found: state.phase === 'found' ? state.found : [],
    lookUp: (text: string) =>
      schedule.searchAfterPause(
        { text: text.trim().length < PLACE_LETTERS ? '' : text, boundaries: false },
        TYPING_PAUSE_MS,
      ),
  }
}
