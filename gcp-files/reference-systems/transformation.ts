import type { MapPoint } from '../../contract/control-points.ts'
import type { DatumTie } from '../../contract/datum-tie.ts'
import { lonLatOf, mapPointOf } from '../../contract/web-mercator.ts'
import { type LonLat, operationAt, shiftedFromWgs84, shiftedToWgs84 } from './datum-shift.ts'
import { projectionOf } from './projection.ts'
import type { DatumShift, ReferenceSystem } from './reference-system.ts'

/** The way between a reference system and EPSG:3857, of one sheet. */
export interface Transformation {
  /** NaN for what lies outside the system. */
  toMap(x: number, y: number): MapPoint
  fromMap(map: MapPoint): readonly [x: number, y: number]
  readonly tie: DatumTie
}

/**
 * The transformation of a system around a place: one operation for a whole sheet, or it would be torn where two areas
 * meet. Null where the projection cannot be computed.
 * @param place in the system's own coordinates
 */
export function transformationAt(
  system: ReferenceSystem,
  place: readonly [x: number, y: number],
): Transformation | null {
  const projection = projectionOf(system)
  if (!projection) return null
  const found = operationAt(system.operations, projection.toLonLat(...place))
  const shift = found?.operation.shift ?? null
  const tie = tieOf(system, found)
  if (system.projection?.startsWith('webmerc') && !shift)
    return { tie, toMap: (x, y) => [x, y], fromMap: ([x, y]) => [x, y] }
  return {
    tie,
    toMap: (x, y) => onMap(toWgs84(projection.toLonLat(x, y), shift)),
    fromMap(map) {
      const lonLat = lonLatOf(map)
      return projection.fromLonLat(shift ? shiftedFromWgs84(lonLat, shift) : lonLat)
    },
  }
}

/** The same around a place on the map. */
export function transformationAtMap(system: ReferenceSystem, map: MapPoint): Transformation | null {
  const projection = projectionOf(system)
  // A datum shift of some hundred metres decides about no area.
  return projection && transformationAt(system, projection.fromLonLat(lonLatOf(map)))
}

const toWgs84 = (lonLat: LonLat, shift: DatumShift | null): LonLat =>
  shift && lonLat.every(Number.isFinite) ? shiftedToWgs84(lonLat, shift) : lonLat

const onMap = ([lon, lat]: LonLat): MapPoint =>
  Math.abs(lon) <= 360 && Math.abs(lat) < 90 ? mapPointOf(lon, lat) : [Number.NaN, Number.NaN]

function tieOf(system: ReferenceSystem, found: ReturnType<typeof operationAt>): DatumTie {
  if (system.isWgs84) return { kind: 'same', operation: '', accuracyMetres: 0 }
  if (!found) return { kind: 'none', operation: '', accuracyMetres: null }
  const { kind, name, code, accuracyMetres } = found.operation
  if (kind !== 'register') return { kind, operation: name, accuracyMetres }
  const operation = `${name}, ${code
    .split('+')
    .map((one) => `EPSG:${one}`)
    .join(' + ')}`
  return found.isInside
    ? { kind: 'register', operation, accuracyMetres }
    : { kind: 'outside', operation, accuracyMetres: null }
}
