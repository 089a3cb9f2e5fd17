import { ActionIcon, Button, Loader, Paper, Text, TextInput } from '@mantine/core'
import { IconMapPin, IconX } from '@tabler/icons-react'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../contract/control-points.ts'
import { pointNumber } from '../../drafts/editor-document.ts'
import { SearchSchedule, type SearchState, TYPING_PAUSE_MS } from '../../places/search-schedule.ts'
import { CLOSES_BY_ESCAPE } from '../keys/use-editor-keys.ts'
import { movePoint } from '../points/point-steps.ts'
import { committedDocumentAtom } from '../state/document-atoms.ts'
import { mapCentreAtom } from '../state/view-atoms.ts'
import { halfPairAtom, panesAtom } from '../tools/tool-atoms.ts'
import type { SendToTools } from '../tools/use-tools.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { placeEntryAtom } from './open-place-entry.ts'
import { type PlaceAnswer, type PlaceChoice, placeChoices } from './place-choices.ts'
import classes from './place-entry.module.css'
import { useChoiceText, useFaultText } from './place-texts.ts'

export interface PlaceEntryProps {
  readonly send: SendToTools
  /** Pairs are made with the crosses. */
  readonly isPhone: boolean
  /** Marks a place on the map and brings it into view; null: none. */
  readonly onShow: (place: MapPoint | null) => void
}

/** A field for the map side of a pair: coordinates of many kinds, or a name; what it understood shows as it is typed. */
export function PlaceEntry({ send, isPhone, onShow }: PlaceEntryProps) {
  const { t } = useTranslation('editor')
  const store = useStore()
  const setOpen = useSetAtom(placeEntryAtom)
  const forId = useForId()
  const half = useAtomValue(halfPairAtom)
  // The map's cross is brought there, and pairs with that of the scan.
  const isForCross = isPhone && forId === null && half === null
  const [text, setText] = useState('')
  const [grid, setGrid] = useState('')
  const { state, active, setActive, ask } = useChoices()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const choiceText = useChoiceText()
  const faultText = useFaultText()

  const close = () => {
    setOpen(null)
    store.get(panesAtom).map.current?.focus()
  }
  useLayer(true, close)
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [])

  const [answer] = state.phase === 'found' ? state.found : []
  const choices = answer?.choices ?? []
  const chosen = choices[active]
  const show = useRef(onShow)
  useEffect(() => {
    show.current = onShow
  })
  useEffect(() => show.current(chosen?.map ?? null), [chosen])
  useEffect(() => () => show.current(null), [])

  const place = (choice: PlaceChoice | undefined) => {
    if (!choice) return
    if (forId !== null) movePoint(store, forId, 'map', choice.map)
    else if (isForCross) store.get(panesAtom).map.current?.moveTo({ centre: choice.map })
    else send({ type: 'mapPressed', map: choice.map })
    close()
  }
  const change = (nextText: string, nextGrid: string) => {
    setText(nextText)
    setGrid(nextGrid)
    ask(nextText, nextGrid)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      setActive((active + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      place(chosen)
    }
  }

  return (
    <Paper
      className={classes['card'] ?? ''}
      withBorder
      role="group"
      aria-label={t('placeEntry.title')}
      {...{ [CLOSES_BY_ESCAPE]: '' }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        close()
      }}
    >
      <div className={classes['head']}>
        <Purpose forId={forId} isForCross={isForCross} />
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t('point.close')} onClick={close}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes['fields']}>
        <TextInput
          ref={input}
          className={classes['text'] ?? ''}
          label={t('placeEntry.label')}
          role="combobox"
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder={t('placeEntry.placeholder')}
          maxLength={300}
          value={text}
          error={answer?.fault ? faultText(answer.fault) : undefined}
          rightSection={state.phase === 'searching' ? <Loader size={16} aria-hidden /> : null}
          onChange={(event) => change(event.currentTarget.value, grid)}
          onKeyDown={onKeyDown}
        />
        <TextInput
          className={classes['grid'] ?? ''}
          label={t('placeEntry.grid')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('placeEntry.gridNone')}
          maxLength={6}
          value={grid}
          onChange={(event) => change(text, event.currentTarget.value.replace(/\D/g, ''))}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={classes['message']} role="status">
        <Status state={state} />
      </p>
      <div className={classes['list']} id={listId} role="listbox" aria-label={t('placeEntry.understood')}>
        {choices.map((choice, index) => (
          <div
            key={choiceKey(choice)}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={classes['option']}
            // The press must not take the focus out of the field before it is answered.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setActive(index)}
            onKeyDown={onKeyDown}
          >
            <IconMapPin size={18} stroke={1.75} aria-hidden />
            <span>
              {choice.title}
              <Text span size="xs" c="dimmed" display="block">
                {choiceText(choice)}
              </Text>
            </span>
          </div>
        ))}
      </div>
      {chosen && (
        <Button size="sm" onClick={() => place(chosen)}>
          {t(isForCross ? 'placeEntry.bring' : 'placeEntry.place')}
        </Button>
      )}
    </Paper>
  )
}

const choiceKey = ({ title, map, read }: PlaceChoice) => [title, map.join(), read?.way, read?.order].join(' ')

/** The point whose map side is typed; null where there is none, or it has been deleted meanwhile. */
function useForId(): string | null {
  const forId = useAtomValue(placeEntryAtom)?.forId ?? null
  const isThere = pointNumber(useAtomValue(committedDocumentAtom), forId ?? '') > 0
  return isThere ? forId : null
}

/** What is typed for: a point, the pair that waits, or a new one. */
function Purpose({ forId, isForCross }: { readonly forId: string | null; readonly isForCross: boolean }) {
  const { t } = useTranslation('editor')
  const number = pointNumber(useAtomValue(committedDocumentAtom), forId ?? '')
  const half = useAtomValue(halfPairAtom)
  const waits = half !== null && half.kind !== 'mapSet'
  return (
    <Text size="sm" fw={600}>
      {number > 0
        ? t('placeEntry.forPoint', { number })
        : t(isForCross ? 'placeEntry.forCross' : waits ? 'placeEntry.forWaiting' : 'placeEntry.forNew')}
    </Text>
  )
}

function Status({ state }: { readonly state: SearchState<PlaceAnswer> }) {
  const { t } = useTranslation('editor')
  if (state.phase === 'idle') return t('placeEntry.kinds')
  if (state.phase === 'searching') return t('placeEntry.reading')
  if (state.phase === 'failed') return t('placeEntry.failed')
  const [answer] = state.found
  if (!answer || answer.fault) return null
  const { choices } = answer
  const [first] = choices
  if (!first) return t('placeEntry.nothing')
  if (choices.length === 1) return t('placeEntry.one')
  return t(first.read ? 'placeEntry.open' : 'placeEntry.several', { count: choices.length })
}

/** The places that the text may mean, asked after a pause in typing, and the one that is chosen. */
function useChoices() {
  const { i18n } = useTranslation()
  const store = useStore()
  const [state, setState] = useState<SearchState<PlaceAnswer>>({ phase: 'idle' })
  const [active, setActive] = useState(0)
  const gridCode = useRef<number | null>(null)
  const near = useRef<MapPoint | null>(null)
  const language = i18n.language
  const [schedule] = useState(
    () =>
      new SearchSchedule<PlaceAnswer>(
        async ({ text }, signal) => [
          await placeChoices(text, gridCode.current, near.current, language, signal),
        ],
        (next) => {
          setState(next)
          setActive(0)
        },
      ),
  )
  useEffect(() => () => schedule.stop(), [schedule])
  const ask = (text: string, grid: string) => {
    gridCode.current = grid.length >= 3 ? Number(grid) : null
    // Where one looked before the field moved the map.
    near.current ??= store.get(mapCentreAtom)
    schedule.searchAfterPause({ text, boundaries: false }, TYPING_PAUSE_MS)
  }
  return { state, active, setActive, ask }
}
