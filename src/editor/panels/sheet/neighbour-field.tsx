import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OtherMapField } from '../files/other-map-field.tsx'
import type { MapSource } from '../../model/source-of-map.ts'
import {
  DIRECTIONS,
  edgesOf,
  edgeText,
  edgeTexts,
  neighbourEdges,
  roundEdges,
} from '../../model/sheet/sheet-edges.ts'
import type { SheetSystem } from '../../model/sheet/sheet-system.ts'
import type { SheetTexts } from '../../model/sheet/sheet-texts.ts'

interface NeighbourFieldProps {
  readonly mapId: string
  readonly system: SheetSystem
  readonly onTake: (texts: SheetTexts) => void
}

/** The sides from a placed sheet of the same series: the next one begins where it ends. */
export function NeighbourField({ mapId, system, onTake }: NeighbourFieldProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const [source, setSource] = useState<MapSource | null>(null)
  return (
    <Stack gap={4}>
      <OtherMapField mapId={mapId} label={t('sheet:neighbour')} onChosen={setSource} />
      {source && <Steps key={source.id} source={source} system={system} onTake={onTake} />}
    </Stack>
  )
}

interface StepsProps extends Omit<NeighbourFieldProps, 'mapId'> {
  readonly source: MapSource
}

function Steps({ source, system, onTake }: StepsProps) {
  const { t } = useTranslation(['editor', 'sheet'])
  const { title, file, outline } = source
  const points = file.points.flatMap(({ ground, enabled }) => (enabled ? [ground] : []))
  const found = edgesOf(system.fromMap(points)) ?? edgesOf(system.fromMap(outline))
  if (!found)
    return (
      <Text size="sm" role="status">
        {t('sheet:noCorners', { title })}
      </Text>
    )
  const { edges, isRounded } = roundEdges(found, system.isAngular)
  const [west, east, south, north] = [edges.west, edges.east, edges.south, edges.north].map((value) =>
    edgeText(value, system.isAngular),
  )
  return (
    <>
      <Text size="sm" role="status">
        {t('sheet:reaches', { title, west, east, south, north })} {isRounded && t('sheet:rounded')}
      </Text>
      <Group gap={8} role="group" aria-label={t('sheet:lies', { title })}>
        <Text size="sm">{t('sheet:thisLies')}</Text>
        {DIRECTIONS.map((direction) => (
          <Button
            key={direction}
            size="compact-md"
            variant="default"
            onClick={() => onTake(edgeTexts(neighbourEdges(edges, direction), system.isAngular))}
          >
            {t(`sheet:direction.${direction}`)}
          </Button>
        ))}
      </Group>
    </>
  )
}
