import '@mantine/core/styles/Checkbox.layer.css'
import { ActionIcon, Checkbox, Loader, TextInput } from '@mantine/core'
import { IconBorderOuter, IconMapPin, IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { geocode } from '../../contract/api/places.ts'
import { callApi } from '../api/call-api.ts'
import type { FoundPlace } from './found-place.ts'
import classes from './place-search.module.css'
import { searchPlaces } from './search-places.ts'
import {
  BOUNDARIES_PAUSE_MS,
  type SearchQuestion,
  SearchSchedule,
  type SearchState,
  TYPING_PAUSE_MS,
} from './search-schedule.ts'

interface CoordinatesOnly {
  readonly label: string
  readonly example: string
  readonly failed: string
}

interface PlaceSearchProps {
  readonly onPick: (place: FoundPlace) => void
  /** The marker and the boundary of the last place are to go. */
  readonly onClear: () => void
  /** Whether the box takes the focus when the popover or dialog around it opens. */
  readonly takesFocus?: boolean
  readonly maxResults?: number
  /** What may be typed and what is said of anything else, where names are not looked up. */
  readonly coordinates?: CoordinatesOnly | undefined
  /** Outlines of places can be asked for. */
  readonly hasBoundaries?: boolean
  readonly onText?: (text: string) => void
}

/** A search box for places with its list of results: a combobox, so that arrows and Enter do what they should. */
export function PlaceSearch({
  onPick,
  onClear,
  takesFocus = false,
  maxResults = 5,
  coordinates,
  hasBoundaries = true,
  onText,
}: PlaceSearchProps) {
  const { t, i18n } = useTranslation('places')
  const [text, setText] = useState('')
  const [boundaries, setBoundaries] = useState(false)
  const [state, setState] = useState<SearchState<FoundPlace>>({ phase: 'idle' })
  const [active, setActive] = useState(0)
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const language = i18n.language

  const [schedule] = useState(
    () =>
      new SearchSchedule<FoundPlace>(
        (question, signal, onFirst) => searchPlaces(question, maxResults, language, signal, onFirst),
        (next) => {
          setState(next)
          // What is added comes beneath what is there.
          if (next.phase !== 'found') setActive(0)
        },
      ),
  )
  useLayoutEffect(() => {
    // Before anything else is typed: the dialog around it would hand the focus over a moment later.
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])
  useEffect(() => {
    announceSearch()
    return () => schedule.stop()
  }, [schedule])

  const found = state.phase === 'found' ? state.found : []
  const isSearching = state.phase === 'searching' || (state.phase === 'found' && state.isMore)
  const change = (next: SearchQuestion, pauseMs: number) => {
    setText(next.text)
    onText?.(next.text)
    setBoundaries(next.boundaries)
    schedule.searchAfterPause(next, pauseMs)
  }
  const resultText = (count: number) => (count === 0 ? t('search.noResults') : t('search.results', { count }))
  const clear = () => {
    change({ text: '', boundaries }, 0)
    onClear()
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      event.preventDefault()
      setActive((active + step + found.length) % found.length)
    }
    const picked = found[active]
    if (event.key === 'Enter' && picked) {
      event.preventDefault()
      onPick(picked)
    }
  }

  return (
    <div className={classes.search} role="search">
      <TextInput
        ref={input}
        type="text"
        role="combobox"
        aria-label={coordinates?.label ?? t('label')}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={coordinates?.example ?? t('placeholder')}
        data-autofocus={takesFocus || undefined}
        value={text}
        maxLength={300}
        leftSection={
          isSearching ? <Loader size={16} aria-hidden /> : <IconSearch size={18} stroke={1.75} aria-hidden />
        }
        rightSection={
          text === '' ? null : (
            <ActionIcon variant="subtle" color="gray" aria-label={t('clear')} onClick={clear}>
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          )
        }
        onChange={(event) => change({ text: event.currentTarget.value, boundaries }, TYPING_PAUSE_MS)}
        onKeyDown={onKeyDown}
      />
      {hasBoundaries && (
        <Checkbox
          label={t('boundaries')}
          checked={boundaries}
          onChange={(event) => change({ text, boundaries: event.currentTarget.checked }, BOUNDARIES_PAUSE_MS)}
        />
      )}
      <p className={classes.message} role="status" data-room={hasBoundaries}>
        {state.phase === 'searching' ? t('search.searching') : null}
        {state.phase === 'failed' ? (coordinates?.failed ?? t('failed')) : null}
        {state.phase === 'found' ? resultText(found.length) : null}
      </p>
      <div className={classes.list} id={listId} role="listbox" aria-label={t('list')}>
        {found.map((place, index) => (
          <div
            key={`${place.name} ${place.point[0]} ${place.point[1]}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes.option}
            onPointerEnter={() => setActive(index)}
            // The press must not take the focus out of the box before it is answered.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onPick(place)}
            onKeyDown={onKeyDown}
          >
            {place.boundary ? (
              <IconBorderOuter size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconMapPin size={18} stroke={1.75} aria-hidden />
            )}
            <span>{place.name}</span>
          </div>
        ))}
      </div>
      {boundaries && found.length > 0 && found.every((place) => !place.boundary) ? (
        <p className={classes.message}>{t('noBoundary')}</p>
      ) : null}
    </div>
  )
}

/** Lets the server make its gazetteer ready while the reader types; that it fails shows in the search itself. */
function announceSearch(): void {
  callApi(geocode, { query: { q: ' ' } }).catch(() => undefined)
}
