import type { MapPoint } from '../../../contract/control-points.ts'
import { besideBox } from '../../geometry/boxes.ts'
import { boxAround } from '../../geometry/camera.ts'
import { isInRings, packedRings } from '../../geometry/rings.ts'
import { FILE_ID } from '../model/shown-name.ts'
import type { ShownMap } from '../session/use-shown-maps.ts'

type StackedMap = Pick<ShownMap, 'id' | 'title' | 'path' | 'status'> & {
  readonly record: Pick<NonNullable<ShownMap['record']>, 'footprint'> | null
}

/**
 * The uppermost map that is drawn, as the navigator takes it; null where there is none, or only a file.
 *
 * @param maps - From bottom to top.
 * @param place - Maps that cover it come before others; EPSG:3857 metres.
 */
export function uppermost(maps: readonly StackedMap[], place?: MapPoint) {
  const drawn = maps.filter(({ status }) => status.kind === 'shown')
  const covers = ({ record }: StackedMap) => place && record?.footprint && lies(place, record.footprint)
  const map = drawn.findLast(covers) ?? drawn.at(-1)
  return map && map.id !== FILE_ID ? { id: map.id, title: map.title ?? '', path: map.path } : null
}

/** Whether a place lies within a footprint, counted from whichever world. */
function lies(place: MapPoint, footprint: NonNullable<NonNullable<StackedMap['record']>['footprint']>) {
  const box = boxAround(footprint.flat())
  return box !== null && isInRings(besideBox(place, box), packedRings(footprint))
}
