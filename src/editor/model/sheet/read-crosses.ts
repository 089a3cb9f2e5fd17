import type { MapPoint } from '../../../../contract/control-points.ts'
import { type PlaceFault, readPlace, type Reckoning } from '../place-entry/read-place.ts'

/** A cross of the printed graticule. */
export interface Cross {
  /** As it was typed. */
  readonly label: string
  readonly map: MapPoint
}

export interface CrossFault {
  /** 1 for the first. */
  readonly line: number
  /** `name`: no numbers. */
  readonly fault: PlaceFault | 'name'
}

/** More cannot be picked in one go. */
export const MAX_CROSSES = 50

/**
 * Places typed a line each. Where a line leaves open which of its numbers is which, latitude comes first, and easting.
 * Rejects where the registry of grids cannot be fetched.
 */
export async function readCrosses(
  text: string,
  reckoning: Reckoning,
): Promise<{ readonly crosses: readonly Cross[]; readonly faults: readonly CrossFault[] }> {
  const crosses: Cross[] = []
  const faults: CrossFault[] = []
  for (const [at, line] of text.split('\n').entries()) {
    const label = line.trim()
    if (label === '') continue
    const reading = await readPlace(label, reckoning)
    if (reading.kind === 'places') {
      const { places } = reading
      const isMeant = ({ way, order }: (typeof places)[number]) =>
        order === 'told' || order === (way === 'grid' ? 'lonFirst' : 'latFirst')
      const meant = places.find(isMeant) ?? places[0]
      if (meant) crosses.push({ label, map: meant.map })
    } else faults.push({ line: at + 1, fault: reading.kind === 'fault' ? reading.fault : 'name' })
  }
  return { crosses: crosses.slice(0, MAX_CROSSES), faults }
}
