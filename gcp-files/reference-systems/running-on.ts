import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import type { ReferenceSystem } from './reference-system.ts'
import type { Transformation } from './transformation.ts'

const WORLD_METRES = 2 * WORLD_HALF_METRES

/** Projections whose meridians are upright lines at equal distances, so that the world repeats itself along x. */
const CYLINDRICAL = /^(merc|cea|eqc)\b/

/** A transformation whose longitudes do not break off at the date line, but half a world from the middle of a sheet. */
export function runningOn(
  { projection }: ReferenceSystem,
  transformation: Transformation,
  middle: MapPoint,
): Pick<Transformation, 'toMap' | 'fromMap'> {
  if (projection !== null && !CYLINDRICAL.test(projection))
    return {
      toMap(x, y) {
        const map = transformation.toMap(x, y)
        return [nearestTo(middle[0], map[0], WORLD_METRES), map[1]]
      },
      fromMap: (map) => transformation.fromMap(map),
    }
  const [middleX] = transformation.fromMap(middle)
  // Where they break off, one of the two is a world away.
  const steps = [-1000, 1000].map((metres) => {
    const [x] = transformation.fromMap([middle[0] + metres, middle[1]])
    return (x - middleX) / metres
  })
  const unitsPerMetre = Math.min(...steps.filter((step) => step > 0))
  return {
    toMap(x, y) {
      const map = transformation.toMap(x, y)
      return [nearestTo(middle[0] + (x - middleX) / unitsPerMetre, map[0], WORLD_METRES), map[1]]
    },
    fromMap(map) {
      const [x, y] = transformation.fromMap(map)
      const expected = middleX + (map[0] - middle[0]) * unitsPerMetre
      return [nearestTo(expected, x, WORLD_METRES * unitsPerMetre), y]
    },
  }
}

/** A value that repeats itself, at the place next to another. */
export const nearestTo = (place: number, value: number, period: number): number =>
  value + period * Math.round((place - value) / period)
