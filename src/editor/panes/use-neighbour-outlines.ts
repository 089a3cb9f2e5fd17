import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { OUTLINE_GROUP_LAYER, OUTLINE_LAYER, OUTLINE_TILE_MAX_ZOOM } from '../../../contract/api/find.ts'
import { outlineTilesUrl } from '../../api/outline-tiles.ts'
import type { OutlineTiles } from '../../map/pane-props.ts'
import { useMapChanges } from '../../queries/find-queries.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { isOutlinesAtom } from '../model/view-atoms.ts'

/** Outlines of all placed maps that one may see: where the neighbours of a sheet end. Null while they are switched off, and beside a map that is on this device alone. */
export function useNeighbourOutlines(): OutlineTiles | null {
  const isLocal = useAtomValue(isLocalAtom)
  const isShown = useAtomValue(isOutlinesAtom) && !isLocal
  const version = useMapChanges()
  return useMemo(
    () =>
      isShown
        ? {
            url: outlineTilesUrl({ list: 'all' }),
            layer: OUTLINE_LAYER,
            groupLayer: OUTLINE_GROUP_LAYER,
            maxZoom: OUTLINE_TILE_MAX_ZOOM,
            version,
          }
        : null,
    [isShown, version],
  )
}
