import type { Corners } from '../../contract/api/map-record.ts'
import { EARTH_RADIUS_METRES, lonLatOf } from '../../contract/web-mercator.ts'
import { easting180 } from '../../contract/worlds.ts'

/** Metres of a pixel at MapLibre's zoom 0, where the world is 512 px wide. */
const METRES_AT_ZOOM_0 = (2 * Math.PI * EARTH_RADIUS_METRES) / 512
/** So many pixels a map is to fill, which any window has. */
const PIXELS = 360

/**
 * Address of the public viewer that shows a map among the others of its place.
 *
 * @param isLinked it is seen by its unlisted link alone: only its place is named
 */
export function exploreAddress({ id }: { readonly id: string }, corners: Corners, isLinked: boolean): string {
  if (!isLinked) return `/explore?${new URLSearchParams({ mapId: id })}`
  const { minX, minY, maxX, maxY } = corners
  const [lon, lat] = lonLatOf([easting180((minX + maxX) / 2), (minY + maxY) / 2])
  const metres = Math.max(maxX - minX, maxY - minY, 1) / PIXELS
  const zoom = Math.min(18, Math.max(0, Math.log2(METRES_AT_ZOOM_0 / metres)))
  return `/explore?at=${[zoom.toFixed(2), lat.toFixed(5), lon.toFixed(5)].join('_')}`
}
