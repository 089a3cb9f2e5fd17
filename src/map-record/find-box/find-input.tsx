import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMap2, IconMapPin, IconSearch, IconUser } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useSuggestions } from '../../queries/suggestion-queries.ts'
import { yearText } from '../map-facts.ts'
import { choicesOf, type FindChoice } from './find-choice.ts'
import classes from './find-input.module.css'

/** Typing waits this long before anything is suggested, in milliseconds. */
const TYPING_MS = 200

interface FindInputProps {
  readonly label: string
  /** Whether the label stands over the box. */
  readonly isLabelShown?: boolean
  readonly placeholder?: string
  readonly value: string
  readonly onChange: (text: string) => void
  /** Something of the list was picked. Enter without that is left to the form around it. */
  readonly onChoose: (choice: FindChoice) => void
  readonly className?: string | undefined
  /** Whether it takes the focus when it comes. */
  readonly takesFocus?: boolean
  /** Escape in an empty box. */
  readonly onLeave?: () => void
}

const KINDS = ['map', 'person', 'place'] as const
const ICONS = { map: IconMap2, person: IconUser, place: IconMapPin } as const

/** A search box that offers maps, people and places while one types: a combobox with a list under it. */
export function FindInput(props: FindInputProps) {
  const { label, isLabelShown = false, placeholder, value, onChange, onChoose, className, onLeave } = props
  const { takesFocus = false } = props
  const { t, i18n } = useTranslation('search')
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [asked] = useDebouncedValue(value, TYPING_MS)
  const { data } = useSuggestions(asked, i18n.language, isOpen)
  const choices = data && isOpen && value.trim().length >= 2 ? choicesOf(data) : []
  const at = Math.min(active, choices.length - 1)
  const isListed = choices.length > 0

  useEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const choose = (choice: FindChoice) => {
    close()
    onChoose(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const picked = choices[at]
    if (step !== 0 && isListed) {
      event.preventDefault()
      // One step beyond either end lies the box itself.
      const next = at + step
      setActive(next < -1 ? choices.length - 1 : next >= choices.length ? -1 : next)
    } else if (event.key === 'Enter') {
      if (picked) {
        event.preventDefault()
        choose(picked)
      } else close()
    } else if (event.key === 'Escape') {
      if (isListed || value !== '') {
        event.stopPropagation()
        // The browser would empty the box at once.
        event.preventDefault()
      }
      if (isListed) close()
      else if (value !== '') onChange('')
      else onLeave?.()
    }
  }
  return (
    <div
      className={`${classes.box} ${className ?? ''}`}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <TextInput
        ref={input}
        type="search"
        role="combobox"
        {...(isLabelShown ? { label } : { 'aria-label': label })}
        aria-expanded={isListed}
        aria-controls={listId}
        aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        enterKeyHint="search"
        placeholder={placeholder ?? ''}
        maxLength={300}
        data-find-input=""
        // In a dialog: it gives the focus to what says so, and leaves Escape to what takes it.
        data-autofocus={takesFocus || undefined}
        data-mantine-stop-propagation={isListed || value !== ''}
        value={value}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          value === '' ? null : (
            <CloseButton
              size="sm"
              aria-label={t('box.clear')}
              onClick={() => {
                onChange('')
                input.current?.focus()
              }}
            />
          )
        }
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value)
          setOpen(true)
          setActive(-1)
        }}
        onKeyDown={onKeyDown}
      />
      <p className="visually-hidden" aria-live="polite">
        {isListed ? t('box.offered', { count: choices.length }) : null}
      </p>
      <div id={listId} role="listbox" aria-label={t('box.list')} className={classes.list} hidden={!isListed}>
        {KINDS.map((kind) => {
          const own = choices
            .map((choice, index) => ({ choice, index }))
            .filter((one) => one.choice.kind === kind)
          const Icon = ICONS[kind]
          return own.length === 0 ? null : (
            <div key={kind} role="group" aria-label={t(`box.${kind}`)}>
              <p className={classes.heading} aria-hidden>
                {t(`box.${kind}`)}
              </p>
              {own.map(({ choice, index }) => (
                <div
                  key={index}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  className={classes.option}
                  onPointerEnter={() => setActive(index)}
                  // The press must not take the focus out of the box before it is answered.
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(choice)}
                  onKeyDown={onKeyDown}
                >
                  <Icon size={18} stroke={1.75} aria-hidden />
                  <span dir="auto">{nameOf(choice)}</span>
                  {choice.kind === 'map' ? <small>{yearText(choice.map.years)}</small> : null}
                </div>
              ))}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function nameOf(choice: FindChoice): string {
  switch (choice.kind) {
    case 'map':
      return choice.map.title
    case 'person':
      return choice.name
    case 'place':
      return choice.place.name
  }
}
