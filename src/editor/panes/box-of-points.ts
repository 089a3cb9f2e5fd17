import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { MapPoint } from '../../../contract/control-points.ts'
import { boxAround } from '../../geometry/camera.ts'
import type { MapBox } from '../../geometry/camera.ts'

/** Fewer points than this say where a map lies, and nothing of how large it is. */
const TELLING_COUNT = 3
/** A region: what is shown at least around one or two points, in EPSG:3857 metres. */
const REGION_METRES = 200_000

/** The box to show for points, in EPSG:3857 metres; null for none. Around one or two it is a region, not a street. */
export function boxOfPoints(points: readonly { readonly map: MapPoint }[]): MapBox | null {
  const box = boxAround(points.map(({ map }) => map))
  return box && points.length < TELLING_COUNT ? grown(box) : box
}

/**
 * What is shown of a map before anybody moves, in EPSG:3857 metres: where it was published, and beside a crop its points
 * as well, which may lie in what was cut off; its points alone where it was not published. Null where nothing is known.
 */
export function firstBox(
  { corners, transformation }: Pick<MapRecord, 'corners' | 'transformation'>,
  points: readonly { readonly map: MapPoint }[],
): MapBox | null {
  if (!corners) return boxOfPoints(points)
  if (!transformation?.mask) return corners
  const { minX, minY, maxX, maxY } = corners
  return boxAround([[minX, minY], [maxX, maxY], ...points.map(({ map }) => map)])
}

function grown({ minX, minY, maxX, maxY }: MapBox): MapBox {
  const [x, y] = [(minX + maxX) / 2, (minY + maxY) / 2]
  const halfWidth = Math.max(maxX - minX, REGION_METRES) / 2
  const halfHeight = Math.max(maxY - minY, REGION_METRES) / 2
  return { minX: x - halfWidth, minY: y - halfHeight, maxX: x + halfWidth, maxY: y + halfHeight }
}
