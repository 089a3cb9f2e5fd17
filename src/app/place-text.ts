import type { MapPoint } from '../../contract/control-points.ts'
import { lonLatToMercator, placeLonLat } from '../geometry/mercator.ts'

/** A place as an address says it: "LATITUDE_LONGITUDE", signs that addresses leave as they are. */
export function placeText([x, y]: MapPoint): string {
  const [lon, lat] = placeLonLat(x, y)
  return `${lat.toFixed(6)}_${lon.toFixed(6)}`
}

/** The reverse of `placeText`; null for what is no place of the map. */
export function placeOfText(text: string | undefined): MapPoint | null {
  const parts = /^(-?\d+(?:\.\d+)?)_(-?\d+(?:\.\d+)?)$/.exec(text ?? '')
  const [lat, lon] = [Number(parts?.[1]), Number(parts?.[2])]
  return Math.abs(lat) <= 85.06 && Math.abs(lon) <= 180 ? lonLatToMercator(lon, lat) : null
}
