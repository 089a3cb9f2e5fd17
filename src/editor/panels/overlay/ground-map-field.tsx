import { Button, Loader, Slider, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useAtom, useStore } from 'jotai'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findMaps } from '../../../../contract/api/find.ts'
import type { MapSummary } from '../../../../contract/api/map-record.ts'
import { callApi } from '../../../api/call-api.ts'
import { visibleBox } from '../../../geometry/camera.ts'
import { queryKeys } from '../../../queries/query-keys.ts'
import { paneSize } from '../../tools/use-start-lay.ts'
import { groundMapAtom, groundOpacityAtom } from '../../model/view-atoms.ts'
import { panesAtom } from '../../model/tool-atoms.ts'

interface GroundMapFieldProps {
  /** The map that is placed here. */
  readonly mapId: string
}

/** Maps that are offered at once. */
const OFFERED = 5
const TYPING_PAUSE_MS = 300

/** Any placed map that one may see, as a part of the base map: an older survey shows what is gone today. */
export function GroundMapField({ mapId }: GroundMapFieldProps) {
  const { t } = useTranslation('editor')
  const [chosen, choose] = useAtom(groundMapAtom)
  const [opacity, setOpacity] = useAtom(groundOpacityAtom)
  const remove = useRef<HTMLButtonElement>(null)
  if (!chosen)
    return (
      <GroundSearch
        mapId={mapId}
        onChosen={({ id, titles, files }) => {
          if (files.transformedPath) choose({ id, title: titles.title, path: files.transformedPath })
          // The focus was on what goes.
          requestAnimationFrame(() => remove.current?.focus())
        }}
      />
    )
  const percent = Math.round(opacity * 100)
  return (
    <Stack gap={6} role="group" aria-label={t('ground.title')}>
      <Text size="sm" fw={500}>
        {t('ground.title')}
      </Text>
      <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
        {chosen.title}
      </Text>
      <Slider
        value={percent}
        onChange={(value) => setOpacity(value / 100)}
        min={0}
        max={100}
        step={5}
        label={null}
        thumbLabel={t('ground.opacity')}
        thumbValueText={t('overlay.percent', { value: percent })}
      />
      <Button ref={remove} variant="default" size="xs" className="touch-target" onClick={() => choose(null)}>
        {t('ground.remove')}
      </Button>
    </Stack>
  )
}

function GroundSearch({
  mapId,
  onChosen,
}: GroundMapFieldProps & { readonly onChosen: (map: MapSummary) => void }) {
  const { t } = useTranslation('editor')
  const store = useStore()
  const [text, setText] = useState('')
  const [isWanted, setWanted] = useState(false)
  const [words] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS)
  // What is in view when one begins to look.
  const [view] = useState(() => {
    const [camera, size] = [store.get(panesAtom).map.current?.camera(), paneSize('map')]
    if (!camera || !size) return undefined
    const { minX, minY, maxX, maxY } = visibleBox(camera, size)
    return [minX, minY, maxX, maxY].map(Math.round).join(',')
  })
  const { data, isFetching, isError } = useQuery({
    queryKey: [...queryKeys.maps, 'ground', words, view],
    queryFn: async ({ signal }): Promise<readonly MapSummary[]> => {
      const query = {
        list: 'all',
        isTransformed: true,
        q: words || undefined,
        view,
        limit: OFFERED + 1,
      } as const
      const { items } = await callApi(findMaps, { query }, { signal })
      return items.filter((item) => 'titles' in item).filter(({ id }) => id !== mapId)
    },
    enabled: isWanted,
  })
  const found = data?.slice(0, OFFERED)
  return (
    <Stack gap={4}>
      <TextInput
        label={t('ground.label')}
        placeholder={t('ground.placeholder')}
        maxLength={100}
        value={text}
        rightSection={isFetching ? <Loader size={16} aria-hidden /> : null}
        onFocus={() => setWanted(true)}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Text size="sm" c="dimmed" role="status">
        {isError && t('ground.searchFailed')}
        {found && found.length === 0 && t('ground.nothing')}
        {found && found.length > 0 && t('ground.found', { count: found.length })}
      </Text>
      {found?.map((map) => (
        <Button
          key={map.id}
          variant="default"
          size="xs"
          justify="flex-start"
          className="touch-target"
          styles={{ label: { whiteSpace: 'normal' } }}
          onClick={() => onChosen(map)}
        >
          <span dir="auto">{map.titles.title}</span>
        </Button>
      ))}
    </Stack>
  )
}
