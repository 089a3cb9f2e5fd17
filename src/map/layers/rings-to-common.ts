import { mercatorToCommon } from '../../geometry/mercator.ts'
import type { Rings } from '../../../workers/warp/warp-api.ts'
import { onceFor } from '../once-for.ts'

/** A ring in deck.gl's common space, closed. */
export type CommonRing = [x: number, y: number][]

/** Rings in EPSG:3857 metres as closed rings in deck.gl's common space; rings without area are left out. */
export const ringsToCommon = onceFor(({ coordinates, ringEnds }: Rings): CommonRing[] => {
  const rings: CommonRing[] = []
  let from = 0
  for (const end of ringEnds) {
    const ring: CommonRing = []
    for (let at = from; at < end; at++) {
      ring.push(mercatorToCommon(coordinates[2 * at] ?? 0, coordinates[2 * at + 1] ?? 0))
    }
    from = end
    const first = ring[0]
    if (first && ring.length >= 3) rings.push([...ring, first])
  }
  return rings
})
