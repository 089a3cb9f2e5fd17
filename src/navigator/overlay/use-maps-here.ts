import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { OUTLINE_GROUP_LAYER, OUTLINE_LAYER, OUTLINE_TILE_MAX_ZOOM } from '../../../contract/api/find.ts'
import { outlineTilesUrl } from '../../api/outline-tiles.ts'
import { lonLatToMercator } from '../../geometry/mercator.ts'
import type { OutlineTiles } from '../../map/pane-props.ts'
import { boxAt, useMapsAt } from '../../queries/maps-at.ts'
import { useNavigator } from '../session/navigator-context.ts'
import { panelAtom } from '../model/navigator-model.ts'
import { readingAtom } from '../model/position-atoms.ts'

/** What was here: other public maps that cover the position. */
export interface MapsHere {
  readonly status: 'noPosition' | 'loading' | 'failed' | 'ready'
  /** Without the one that is shown. */
  readonly maps: readonly MapSummary[]
  /** Of all that cover the position; null while they are not asked for, and where there is no other. */
  readonly outlines: OutlineTiles | null
  readonly retry: () => void
}

/** Asks while the panel of the overlay is open. */
export function useMapsHere(): MapsHere {
  const shownId = useNavigator().page.record?.id
  const reading = useAtomValue(readingAtom)
  const isWanted = useAtomValue(panelAtom) === 'overlay'
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
  groupLayer: OUTLINE_GROUP_LAYER,
  maxZoom: OUTLINE_TILE_MAX_ZOOM,
  version: 0,
})
