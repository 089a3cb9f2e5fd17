import { useMemo } from 'react'
import { OUTLINE_GROUP_LAYER, OUTLINE_LAYER, OUTLINE_TILE_MAX_ZOOM } from '../../../contract/api/find.ts'
import { outlineTilesUrl } from '../../api/outline-tiles.ts'
import type { OutlineTiles } from '../../map/pane-props.ts'
import { useMapChanges, type YearsRequest } from '../../queries/find-queries.ts'

/** The outlines of the maps that a request leaves; asked for anew after maps have changed. */
export function useOutlineTiles(request: YearsRequest): OutlineTiles {
  const url = outlineTilesUrl(request)
  const version = useMapChanges()
  return useMemo(
    () => ({
      url,
      layer: OUTLINE_LAYER,
      groupLayer: OUTLINE_GROUP_LAYER,
      maxZoom: OUTLINE_TILE_MAX_ZOOM,
      version,
    }),
    [url, version],
  )
}
