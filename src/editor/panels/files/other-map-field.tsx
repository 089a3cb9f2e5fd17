import { Button, Loader, Stack, Text, TextInput } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMaps } from '../../../../contract/api/find.ts'
import type { MapSummary } from '../../../../contract/api/map-record.ts'
import { getMap } from '../../../../contract/api/maps.ts'
import { refusalText } from '../../../api/api-error.ts'
import { callApi } from '../../../api/call-api.ts'
import { SearchSchedule, type SearchState, TYPING_PAUSE_MS } from '../../../places/search-schedule.ts'
import { isLocalAtom } from '../../model/local-map.ts'
import { type MapSource, sourceOfMap } from '../../model/source-of-map.ts'

interface OtherMapFieldProps {
  /** The map that is placed here. */
  readonly mapId: string
  readonly label: string
  readonly onChosen: (source: MapSource) => void
}

/** Maps that are offered for what was typed. */
const OFFERED = 5

/** Looks for another placed map and gives how it is placed. A map on this device alone asks for no others. */
export function OtherMapField(props: OtherMapFieldProps) {
  return useAtomValue(isLocalAtom) ? null : <Search {...props} />
}

function Search({ mapId, label, onChosen }: OtherMapFieldProps) {
  const { t } = useTranslation(['editor', 'common', 'import'])
  const [text, setText] = useState('')
  const [state, setState] = useState<SearchState<MapSummary>>({ phase: 'idle' })
  const [error, setError] = useState<string>()
  const running = useRef<AbortController | null>(null)
  const [schedule] = useState(
    () =>
      new SearchSchedule<MapSummary>(({ text: words }, signal) => placedMaps(words, mapId, signal), setState),
  )
  useEffect(
    () => () => {
      schedule.stop()
      running.current?.abort()
    },
    [schedule],
  )

  const take = async (id: string) => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setError(undefined)
    try {
      const source = sourceOfMap(await callApi(getMap, { params: { id } }, { signal }))
      if (!source) return setError(t('import:otherMapNone'))
      onChosen(source)
      // The choice is made: what else was found goes.
      setText('')
      schedule.searchAfterPause({ text: '', boundaries: false }, 0)
    } catch (failure) {
      if (!signal.aborted) setError(refusalText(failure) ?? t('import:otherMapFailed'))
    }
  }
  return (
    <Stack gap={4}>
      <TextInput
        label={label}
        placeholder={t('import:otherMapTitle')}
        maxLength={100}
        value={text}
        error={error}
        rightSection={state.phase === 'searching' ? <Loader size={16} aria-hidden /> : null}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          setError(undefined)
          schedule.searchAfterPause({ text: value, boundaries: false }, TYPING_PAUSE_MS)
        }}
      />
      <Text size="sm" c="dimmed" role="status">
        {state.phase === 'failed' && t('import:otherMapFailed')}
        {state.phase === 'found' && state.found.length === 0 && t('import:otherMapNothing')}
      </Text>
      {state.phase === 'found' &&
        state.found.map(({ id, titles, user, placement }) => (
          <Button
            key={id}
            variant="default"
            justify="flex-start"
            styles={{ label: { whiteSpace: 'normal' } }}
            onClick={() => void take(id)}
          >
            {t('import:otherMapOf', {
              title: titles.title,
              name: user.username,
              count: placement?.points ?? 0,
            })}
          </Button>
        ))}
    </Stack>
  )
}

/** Placed maps that one may see, this one not among them. */
async function placedMaps(q: string, mapId: string, signal: AbortSignal): Promise<readonly MapSummary[]> {
  const query = { list: 'all', isTransformed: true, q, limit: OFFERED + 1 } as const
  const { items } = await callApi(findMaps, { query }, { signal })
  return items
    .filter((item) => 'titles' in item)
    .filter(({ id }) => id !== mapId)
    .slice(0, OFFERED)
}
