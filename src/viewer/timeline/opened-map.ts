import type { ShownMap } from '../shown/use-shown-maps.ts'
import type { OpenedMap } from './use-time-band.ts'

/** What the band of time is told of the map that is looked at. */
export function openedMap(map: ShownMap | undefined): OpenedMap | null {
  const { year, period, date } = map?.record?.years ?? { year: null, period: NO_PERIOD, date: null }
  if (map && date) return { id: map.id, from: date.from, to: date.to }
  const [from, to] =
    year === null ? [period.startYear ?? period.endYear, period.endYear ?? period.startYear] : [year, year]
  return map && from !== null && to !== null ? { id: map.id, from, to } : null
}

const NO_PERIOD = { startYear: null, endYear: null }
