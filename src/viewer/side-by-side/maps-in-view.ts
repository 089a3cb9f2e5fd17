import { boxBeside } from '../../geometry/boxes.ts'
import type { MapBox } from '../../geometry/camera.ts'

/** A map is seen whole; what its corners stick out by does not count. */
const WHOLE = 0.95
/** Or it fills most of the view: someone looks at a part of it. */
const MOST_OF_VIEW = 0.6

/** In a view that is so many times as wide and as high, a map is a speck. */
const MOST_TIMES = 10

const areaOf = ({ minX, minY, maxX, maxY }: MapBox) => Math.max(0, maxX - minX) * Math.max(0, maxY - minY)

const isSpeck = (box: MapBox, view: MapBox) =>
  (box.maxX - box.minX) * MOST_TIMES < view.maxX - view.minX &&
  (box.maxY - box.minY) * MOST_TIMES < view.maxY - view.minY

const common = (a: MapBox, b: MapBox): MapBox => ({
  minX: Math.max(a.minX, b.minX),
  minY: Math.max(a.minY, b.minY),
  maxX: Math.min(a.maxX, b.maxX),
  maxY: Math.min(a.maxY, b.maxY),
})

/** Whether a view shows every map: whole and not from too far away, or so near that it fills most of the view. All in EPSG:3857 metres. */
export function showsAll(view: MapBox, boxes: readonly MapBox[]): boolean {
  return boxes.every((box) => {
    const seen = areaOf(common(boxBeside(box, view), view))
    return (seen >= WHOLE * areaOf(box) && !isSpeck(box, view)) || seen >= MOST_OF_VIEW * areaOf(view)
  })
}
