import { Suspense, useState } from 'react'
import { isSystemKind } from '../../../contract/archive-systems.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import { MapArchive } from './map-archive.tsx'
import { SystemField, useNumberedSystem } from './system-field.tsx'

interface SystemDownloadsProps {
  readonly mapId: string
  readonly title: string
  readonly corners: Corners
}

/** A map in another coordinate system: one that suits it, or any by its number. */
export function SystemDownloads({ mapId, title, corners }: SystemDownloadsProps) {
  const [number, setNumber] = useState('')
  const found = useNumberedSystem(number, 'pixels')
  const kind = `epsg-${number}`
  return (
    <>
      <SystemField corners={corners} number={number} onNumberChange={setNumber} found={found} />
      {found?.ok && isSystemKind(kind) ? (
        <Suspense>
          <MapArchive key={kind} mapId={mapId} kind={kind} title={title} />
        </Suspense>
      ) : null}
    </>
  )
}
