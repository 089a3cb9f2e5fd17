import proj4 from 'proj4'
import type { MapPoint } from '../contract/control-points.ts'
import { lonLatOf } from '../contract/web-mercator.ts'
import { withDatumShift } from './datum-shifts.ts'

/**
 * The way from EPSG:3857 back into a reference system, the inverse of `toWebMercator`: its own units, x first.
 * Throws where proj4 cannot compute the system.
 * @param definition PROJ definition
 */
export function fromWebMercator(definition: string): (map: MapPoint) => readonly [x: number, y: number] {
  const { inverse } = proj4(withDatumShift(definition).definition, 'WGS84')
  return (map) => {
    const [x = Number.NaN, y = Number.NaN] = inverse([...lonLatOf(map)])
    return [x, y]
  }
}
