import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LinkedMap } from '../../contract/api/linked-catalog.ts'
import { nearbyByLink } from '../../contract/api/map-sharing.ts'
import { nearbyMaps } from '../../contract/api/public-map.ts'
import { callApi } from '../api/call-api.ts'
import { MapTile } from './map-tile.tsx'
import list from './public-catalog-page.module.css'
import type { MapAddress } from './use-public-map.ts'

const NEARBY_ID = 'nearby'

/** Other public maps of the same place; empty until they have come, and where they do not. */
export function useNearbyMaps({ name, isLink }: MapAddress): readonly LinkedMap[] {
  const [maps, setMaps] = useState<readonly LinkedMap[]>([])
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const asked = isLink
      ? callApi(nearbyByLink, { params: { token: name } }, { signal })
      : callApi(nearbyMaps, { params: { id: name } }, { signal })
    asked.then(
      (reply) => setMaps(reply.maps),
      // The page is whole without them.
      () => undefined,
    )
    return () => abort.abort()
  }, [name, isLink])
  return maps
}

export function NearbyPart({ maps }: { readonly maps: readonly LinkedMap[] }) {
  const { t } = useTranslation('public')
  if (maps.length === 0) return null
  return (
    <section aria-labelledby={NEARBY_ID} className={list.nearby}>
      <h2 id={NEARBY_ID}>{t('nearby')}</h2>
      <ul className={list.list}>
        {maps.map((map) => (
          <MapTile key={map.id} map={map} />
        ))}
      </ul>
    </section>
  )
}
