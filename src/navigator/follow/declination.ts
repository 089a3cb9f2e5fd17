import { useEffect, useState } from 'react'
import type { PositionReading } from '../../places/watch-position.ts'

/** How far magnetic north lies from true north at a place, degrees clockwise; by the World Magnetic Model of NOAA. */
export type DeclinationAt = (lon: number, lat: number) => number

/** Loads the model for a day; beyond its years (2015 to 2029) it is drawn out. */
export async function loadDeclination(day: Date): Promise<DeclinationAt> {
  const { default: geomagnetism } = await import('geomagnetism')
  const model = geomagnetism.model(day, { allowOutOfBoundsModel: true })
  return (lon, lat) => model.point([lat, lon]).decl
}

/** It changes by less than a tenth of a degree over this far, degrees of longitude and latitude. */
const GRID = 0.1

let loaded: DeclinationAt | null = null

/** Degrees to add to a compass to have true north; null until the place and the model are known. */
export function useDeclination(reading: PositionReading | null, isWanted: boolean): number | null {
  const [declinationAt, setDeclinationAt] = useState(() => loaded)
  const isMissing = isWanted && reading !== null && declinationAt === null
  useEffect(() => {
    if (!isMissing) return
    let isGone = false
    // Without the line it stays magnetic north, as the compass shows it.
    void loadDeclination(new Date()).then(
      (load) => {
        loaded = load
        if (!isGone) setDeclinationAt(() => load)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isMissing])
  if (!isWanted || !reading || !declinationAt) return null
  const [lon, lat] = [Math.round(reading.lon / GRID) * GRID, Math.round(reading.lat / GRID) * GRID]
  return declinationAt(lon, lat)
}
