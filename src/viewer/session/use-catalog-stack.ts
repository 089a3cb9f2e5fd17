import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { CatalogMap } from '../../../contract/api/catalog-maps.ts'
import { catalogTilesUrl } from '../../api/catalog-tiles.ts'
import { boxAroundAll } from '../../geometry/boxes.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { Mosaic } from '../../map/pane-props.ts'
import { useCatalogMaps } from '../../queries/catalog-map-queries.ts'
import { wholeOpacityAtom } from '../model/viewer-model.ts'

/** So many maps of a catalog are laid over one another at once. */
const MOST_AT_ONCE = 12

/** All placed maps of a catalog as one picture, the first of them on top. */
interface WholeCatalog {
  readonly mosaic: Mosaic
  /** 0 to 1. */
  readonly opacity: number
}

export interface CatalogStack {
  /** The ids of its placed maps in its own order. */
  readonly order: readonly string[]
  /** Those that are shown at once. */
  readonly showable: readonly string[]
  /** Where all of them lie; null until that is known. */
  readonly extent: MapBox | null
  /** Null: it is not shown. */
  readonly whole: WholeCatalog | null
}

/**
 * The placed maps of a catalog in its own order, by their ids, those that are shown at once, where all of them lie, and
 * all as one picture.
 *
 * @param isCovered maps are shown by themselves: the picture would show them a second time
 */
export function useCatalogStack(catalogId: string | undefined, isCovered: boolean): CatalogStack {
  const { data } = useCatalogMaps(catalogId === undefined ? null : { id: catalogId })
  const opacity = useAtomValue(wholeOpacityAtom)
  // Another answer may have another order: its tiles are asked for anew.
  const mosaic = useMemo(
    () => (catalogId !== undefined && data?.maps.some(isPlaced) ? { url: catalogTilesUrl(catalogId) } : null),
    [catalogId, data],
  )
  const whole: WholeCatalog | null = mosaic && !isCovered ? { mosaic, opacity } : null
  const order = (data?.maps ?? []).filter(isPlaced).map(({ id }) => id)
  return { order, showable: order.slice(0, MOST_AT_ONCE), extent: extentOf(data?.maps ?? []), whole }
}

/** The box around all maps; null where none is placed. */
const extentOf = (maps: readonly CatalogMap[]): MapBox | null =>
  boxAroundAll(maps.flatMap((map) => ('corners' in map && map.corners ? [map.corners] : [])))

const isPlaced = (map: CatalogMap) => 'isTransformed' in map && map.isTransformed
