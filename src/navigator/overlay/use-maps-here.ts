import { useMemo } from 'react'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { OUTLINE_LAYER, OUTLINE_TILE_MAX_ZOOM } from '../../../contract/api/find.ts'
import { outlineTilesUrl } from '../../api/outline-tiles.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { OutlineTiles } from '../../map/pane-props.ts'
import type { PositionReading } from '../../places/watch-position.ts'
import { boxAt, useMapsAt } from '../../queries/maps-at.ts'

/** What was here: other public maps that cover the position. */
export interface MapsHere {
  readonly status: 'noPosition' | 'loading' | 'failed' | 'ready'
  /** Without the one that is shown. */
  readonly maps: readonly MapSummary[]
  /** Of all that cover the position; null while they are not asked for, and where there is no other. */
  readonly outlines: OutlineTiles | null
  readonly retry: () => void
}

/** @param isWanted False: nothing is asked. */
export function useMapsHere(
  reading: PositionReading | null,
  isWanted: boolean,
  shownId: string | undefined,
): MapsHere {
  const place = isWanted && reading ? lonLatToMercator(reading.lon, reading.lat) : null
  const { data, isError, refetch } = useMapsAt(place)
  const maps = useMemo(() => data?.filter(({ id }) => id !== shownId) ?? [], [data, shownId])
  const box = place && maps.length > 0 ? boxAt(place) : null
  const outlines = useMemo(() => (box === null ? null : tilesOf(box)), [box])
  const status = !reading ? 'noPosition' : data ? 'ready' : isError ? 'failed' : 'loading'
  return { status, maps, outlines, retry: () => void refetch() }
}

const tilesOf = (box: string): OutlineTiles => ({
  url: outlineTilesUrl({ list: 'public', box }),
  layer: OUTLINE_LAYER,
  maxZoom: OUTLINE_TILE_MAX_ZOOM,
  version: 0,
})
