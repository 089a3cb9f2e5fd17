import { Button, TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Corners } from '../../../contract/api/map-record.ts'
import { isSystemKind } from '../../../contract/archive-systems.ts'
import { outputSystemOf } from '../../../gcp-files/reference-systems/output-system.ts'
import { MapArchive } from './map-archive.tsx'
import classes from './map-downloads.module.css'
import { proposedSystems } from './proposed-systems.ts'

interface SystemDownloadsProps {
  readonly mapId: string
  readonly title: string
  readonly corners: Corners
}

/** A map in another coordinate system: one that suits it, or any by its number. */
export function SystemDownloads({ mapId, title, corners }: SystemDownloadsProps) {
  const { t } = useTranslation('downloads')
  const [number, setNumber] = useState('')
  const proposed = useQuery({
    queryKey: ['proposed-systems', corners],
    queryFn: () => proposedSystems(corners),
    staleTime: Infinity,
  })
  const kind = `epsg-${number}`
  const isWhole = isSystemKind(kind)
  const chosen = useQuery({
    queryKey: ['output-system', number],
    queryFn: () => outputSystemOf(`EPSG:${number}`),
    enabled: isWhole,
    staleTime: Infinity,
  })
  const system = chosen.data?.ok ? chosen.data.system : null
  return (
    <>
      <TextInput
        label={t('systems.number')}
        description={system?.name ?? t('systems.hint')}
        error={isWhole && chosen.data?.ok === false ? t(`systems.${chosen.data.fault}`) : null}
        inputMode="numeric"
        maxLength={5}
        value={number}
        onChange={({ currentTarget }) => setNumber(currentTarget.value.replace(/\D/g, ''))}
      />
      <div className={classes.systems}>
        {proposed.data?.map(({ code, name }) => (
          <Button
            key={code}
            variant="default"
            size="compact-sm"
            aria-pressed={number === String(code)}
            onClick={() => setNumber(String(code))}
          >
            {name}
          </Button>
        ))}
      </div>
      {system && isWhole ? (
        <Suspense>
          <MapArchive key={kind} mapId={mapId} kind={kind} title={title} />
        </Suspense>
      ) : null}
    </>
  )
}
