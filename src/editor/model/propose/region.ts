import type { MapBox } from '../../../geometry/camera.ts'
import { groundScaleAt, mercatorToLonLat } from '../../../geometry/mercator.ts'

/** Where places are looked for: within so many km. */
export interface Near {
  readonly lon: number
  readonly lat: number
  readonly km: number
}

/** A view of more than a country says nothing of where a map lies: half of its diagonal, in km. */
const COUNTRY_KM = 700
/** A view of one town may be meant for the map of its region. */
const LEAST_KM = 100

/** The region that a view of the modern map names; null: it shows more than a country or so. */
export function regionOf({ minX, minY, maxX, maxY }: MapBox): Near | null {
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const km = (Math.hypot(maxX - minX, maxY - minY) / 2 / 1000) * groundScaleAt(y)
  if (!(km <= COUNTRY_KM)) return null
  const [lon, lat] = mercatorToLonLat(x, y)
  // The view may have gone around the world.
  return { lon: lon - 360 * Math.round(lon / 360), lat, km: Math.ceil(Math.max(LEAST_KM, km)) }
}
