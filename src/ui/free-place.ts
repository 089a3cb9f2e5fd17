/** CSS px of the window. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Free beside the edges of the window, and beside what is kept clear. CSS px. */
const [EDGE_PX, GAP_PX] = [16, 8]
/** Narrower, words of a notice break too often. CSS px. */
const NARROWEST_PX = 208

const overlap = (a: Area, b: Area): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/**
 * Where something of a size lies so that it covers as little as can be of what is pressed: in the lower right corner if
 * that is free, else as near to it as there is room; narrower, and so much higher, where only that leaves room.
 *
 * @param obstacles what should not be covered
 */
export function freePlace(size: Size, obstacles: readonly Area[], window: Size): Area {
  const widths = [size.width, (size.width + NARROWEST_PX) / 2, NARROWEST_PX].filter(
    (width, at) => at === 0 || width < size.width,
  )
  let best: { readonly area: Area; readonly covered: number; readonly farness: number } | null = null
  for (const width of widths) {
    const height = Math.ceil((size.height * size.width) / width)
    for (const area of places({ width, height }, obstacles, window)) {
      const covered = obstacles.reduce((sum, obstacle) => sum + overlap(area, obstacle), 0)
      const farness = window.width - area.right + (window.height - area.bottom)
      if (!best || covered < best.covered || (covered === best.covered && farness < best.farness))
        best = { area, covered, farness }
    }
    if (best?.covered === 0) break
  }
  // There is at least the corner.
  return best!.area
}

/** The corner, and the places that touch an obstacle, within the window. */
function* places({ width, height }: Size, obstacles: readonly Area[], window: Size): Generator<Area> {
  const [mostLeft, mostTop] = [window.width - EDGE_PX - width, window.height - EDGE_PX - height]
  const within = (place: number, most: number) => Math.max(Math.min(EDGE_PX, most), Math.min(place, most))
  const lefts = new Set([mostLeft, EDGE_PX])
  const tops = new Set([mostTop, EDGE_PX])
  for (const { left, top, right, bottom } of obstacles) {
    lefts.add(right + GAP_PX).add(left - GAP_PX - width)
    tops.add(top - GAP_PX - height).add(bottom + GAP_PX)
  }
  const inside = (all: Set<number>, most: number) => new Set([...all].map((place) => within(place, most)))
  for (const left of inside(lefts, mostLeft))
    for (const top of inside(tops, mostTop)) yield { left, top, right: left + width, bottom: top + height }
}
