import { ActionIcon, Button, Loader, NativeSelect, Paper, Text, TextInput } from '@mantine/core'
import { IconMapPin, IconX } from '@tabler/icons-react'
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../../contract/control-points.ts'
import { pointNumber } from '../../../drafts/editor-document.ts'
import type { SearchState } from '../../../places/search-schedule.ts'
import { useLayer } from '../../../ui/use-layer.ts'
import { CLOSES_BY_ESCAPE } from '../../tools/use-editor-keys.ts'
import { movePoint } from '../../tools/point-steps.ts'
import { committedDocumentAtom } from '../../model/document-atoms.ts'
import { halfPairAtom, panesAtom } from '../../model/tool-atoms.ts'
import { useTools } from '../../tools/use-tools.ts'
import { placeEntryAtom } from '../../model/place-entry/open-place-entry.ts'
import type { PlaceAnswer, PlaceChoice } from './place-choices.ts'
import classes from './place-entry.module.css'
import { useChoiceText, useFaultText } from './place-texts.ts'
import { COUNTED_BY, reckoningAtom, reckoningOf } from '../../model/place-entry/reckoning-atom.ts'
import { usePlaceChoices } from './use-place-choices.ts'
import { useShownPlace } from './use-shown-place.ts'
import { useIsPhone } from '../../../ui/use-is-mobile.ts'

export interface PlaceEntryProps {
  /** What was typed before this part had come. */
  readonly firstText: string
  /** Whether Enter was the last key of it. */
  readonly isEntered: boolean
  /** What had the focus before: it has it again afterwards. */
  readonly opener: Element | null
  /** Marks a place on the map and brings it into view; null: none. */
  readonly onShow: (place: MapPoint | null) => void
}

/**
 * A field for a place on the map: coordinates of many kinds, or a name. What it understood shows as it is typed. Enter
 * makes it the map side of a pair that waits, or of a point, or else brings the map's cross there.
 */
export function PlaceEntry({ firstText, isEntered, opener, onShow }: PlaceEntryProps) {
  const isPhone = useIsPhone()
  const { t } = useTranslation(['editor', 'placeEntry'])
  const store = useStore()
  const send = useTools()
  const opened = useAtomValue(placeEntryAtom)
  const setOpen = useSetAtom(placeEntryAtom)
  const purpose = usePurpose()
  const [text, setText] = useState(firstText)
  const [reckoning, setReckoning] = useAtom(reckoningAtom)
  const { state, active, setActive, ask } = usePlaceChoices()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const choiceText = useChoiceText()
  const faultText = useFaultText()
  const askFirst = useEffectEvent(() => ask(firstText, reckoningOf(reckoning), isEntered ? 0 : undefined))
  useEffect(() => askFirst(), [])
  const close = useClose(opener, () => setOpen(null))
  useLayer(isPhone, close, { leavesKeys: true })
  // Asked for again while it is open, it is to be typed in again.
  useLayoutEffect(() => input.current?.focus({ preventScroll: true }), [opened])

  const [answer] = state.phase === 'found' ? state.found : []
  const choices = answer?.choices ?? []
  const chosen = choices[active]
  const setPlaced = useShownPlace(chosen?.map ?? null, onShow)

  const place = ({ map }: PlaceChoice) => {
    setPlaced()
    if (purpose.kind === 'point') movePoint(store, purpose.id, 'map', map)
    else if (purpose.kind === 'cross') bringCross(map)
    else send({ type: 'mapPressed', map })
    close()
  }
  const bringCross = (centre: MapPoint) => {
    const pane = store.get(panesAtom).map.current
    // It is on its way there already, or has been moved by hand since.
    pane?.settle()
    pane?.moveTo({ centre })
  }
  const [isAwaited, setAwaited] = useState(isEntered)
  const placeAwaited = useEffectEvent(place)
  // Entered before it was understood: placed as soon as it is. Numbers that leave something open are asked about; of
  // names the first is the likeliest.
  useEffect(() => {
    const [first, ...others] = answer?.choices ?? []
    if (isAwaited && first && (others.length === 0 || first.read === null)) placeAwaited(first)
  }, [isAwaited, answer])

  const change = (nextText: string, nextReckoning = reckoning, pauseMs?: number) => {
    setText(nextText)
    setReckoning(nextReckoning)
    setAwaited(pauseMs === 0)
    ask(nextText, reckoningOf(nextReckoning), pauseMs)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      setActive((active + step + choices.length) % choices.length)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) place(chosen)
      else if (state.phase === 'searching') change(text, reckoning, 0)
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
        <Text size="sm" fw={600}>
          {purpose.text}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={isPhone ? 44 : 32}
          aria-label={t('point.close')}
          onClick={close}
        >
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
      <TextInput
        ref={input}
        aria-label={t('placeEntry.label')}
        role="combobox"
        aria-expanded={choices.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('placeEntry:placeholder')}
        maxLength={300}
        value={text}
        error={answer?.fault ? faultText(answer.fault) : undefined}
        rightSection={state.phase === 'searching' ? <Loader size={16} aria-hidden /> : null}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes['fields']}>
        <NativeSelect
          className={classes['by'] ?? ''}
          aria-label={t('placeEntry:by')}
          size="xs"
          value={reckoning.by}
          data={COUNTED_BY.map((by) => ({ value: by, label: t(`placeEntry:counted.${by}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const by = COUNTED_BY.find((candidate) => candidate === value)
            if (by) change(text, { ...reckoning, by })
          }}
        />
        {reckoning.by === 'epsg' && (
          <TextInput
            className={classes['code'] ?? ''}
            aria-label={t('placeEntry.code')}
            size="xs"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('placeEntry:codeExample')}
            maxLength={6}
            value={reckoning.code}
            onChange={({ currentTarget: { value } }) =>
              change(text, { ...reckoning, code: value.replace(/\D/g, '') })
            }
            onKeyDown={onKeyDown}
          />
        )}
      </div>
      <p className={classes['message']} role="status">
        <Status state={state} isAwaited={isAwaited} act={purpose.kind === 'cross' ? 'bring' : 'place'} />
      </p>
      <div className={classes['list']} id={listId} role="listbox" aria-label={t('placeEntry:understood')}>
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
            // The one that the map shows is taken by a press.
            onClick={() => (index === active ? place(choice) : setActive(index))}
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
          {t(purpose.kind === 'cross' ? 'placeEntry:bring' : 'placeEntry:place')}
        </Button>
      )}
    </Paper>
  )
}

const choiceKey = ({ title, map, read }: PlaceChoice) =>
  [title, map.join(), read?.way, read?.order, read?.grid].join(' ')

/** Closes the field; the focus goes back to what had it, or to the map. */
function useClose(opener: Element | null, onClose: () => void): () => void {
  const { map } = useAtomValue(panesAtom)
  return () => {
    onClose()
    const isThere = opener instanceof HTMLElement && opener !== document.body && opener.checkVisibility()
    if (isThere) opener.focus({ preventScroll: true })
    else map.current?.focus()
  }
}

type Purpose =
  | { readonly kind: 'point'; readonly id: string; readonly text: string }
  | { readonly kind: 'pair' | 'cross'; readonly text: string }

/** What is typed for: a point, the pair that waits, or the map's cross. */
function usePurpose(): Purpose {
  const { t } = useTranslation(['editor', 'placeEntry'])
  const document = useAtomValue(committedDocumentAtom)
  const id = useAtomValue(placeEntryAtom)?.forId ?? ''
  const half = useAtomValue(halfPairAtom)
  // Not so where it has been deleted meanwhile.
  const number = pointNumber(document, id)
  if (number > 0) return { kind: 'point', id, text: t('placeEntry:forPoint', { number }) }
  if (half === null) return { kind: 'cross', text: t('placeEntry:forCross') }
  return { kind: 'pair', text: t(half.kind === 'mapSet' ? 'placeEntry:forMapSide' : 'placeEntry:forWaiting') }
}

interface StatusProps {
  readonly state: SearchState<PlaceAnswer>
  /** Enter was pressed before the answer came. */
  readonly isAwaited: boolean
  /** What Enter does. */
  readonly act: 'place' | 'bring'
}

function Status({ state, isAwaited, act }: StatusProps) {
  const { t } = useTranslation(['editor', 'placeEntry'])
  if (state.phase === 'idle') return t('placeEntry:kinds')
  if (state.phase === 'searching') return t(isAwaited ? 'placeEntry:awaited' : 'placeEntry:reading')
  if (state.phase === 'failed') return t('placeEntry:failed')
  const [answer] = state.found
  if (!answer || answer.fault) return null
  const { choices } = answer
  const [first] = choices
  if (!first) return t('placeEntry:nothing')
  const enter = t(`placeEntry:enter.${act}`)
  if (choices.length === 1) return enter
  return `${t(first.read ? 'placeEntry:open' : 'placeEntry:several', { count: choices.length })} ${enter}`
}
