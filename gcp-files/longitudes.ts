import type { MapPoint } from '../contract/control-points.ts'
import { lonLatOf } from '../contract/web-mercator.ts'
import { longitude180, WORLD_METRES } from '../contract/worlds.ts'

/** Points so near to one world apart have one longitude, metres. */
const SAME_METRES = 1

/**
 * Longitudes and latitudes of the map points of a sheet, for files: within ±180°, wherever the sheet's eastings run on
 * to. Those of a sheet that reaches round the whole world stay as they are, or both its edges would be one.
 */
export function fileLonLats(map: readonly MapPoint[]): (readonly [lon: number, lat: number])[] {
  const west = map.reduce((least, [x]) => Math.min(least, x), Infinity)
  const east = map.reduce((most, [x]) => Math.max(most, x), -Infinity)
  const isRound = east - west > WORLD_METRES - SAME_METRES
  return map.map((point) => {
    const [lon, lat] = lonLatOf(point)
    return [isRound ? lon : longitude180(lon), lat]
  })
}
