import type { ControlPointMark } from '../pane-props.ts'

type Point = readonly [x: number, y: number]
type SpacedMark = Pick<ControlPointMark, 'id' | 'image' | 'map' | 'suspect'>

/** Of the points last seen: while they are the same ones, a drag does not change which of them have numbers. */
let known: { readonly ids: string; readonly order: readonly number[] } = { ids: '', order: [] }

/** The marks by farthest-point sampling on the scan: each is as far as can be from all before it. */
function spreadOrder(marks: readonly SpacedMark[]): readonly number[] {
  const ids = marks.map(({ id }) => id).join(' ')
  if (known.ids === ids) return known.order
  const gap = new Float64Array(marks.length).fill(Infinity)
  const order: number[] = []
  while (order.length < marks.length) {
    let next = -1
    for (let at = 0; at < gap.length; at++) if (next < 0 || gap[at]! > gap[next]!) next = at
    order.push(next)
    for (let at = 0; at < gap.length; at++)
      gap[at] = Math.min(gap[at]!, square(marks[at]!.image, marks[next]!.image))
    gap[next] = -1
  }
  known = { ids, order }
  return order
}

/**
 * How far each mark is from the nearest one that goes before it, in scan px: where that is less than a disc takes on the
 * screen, the mark is a dot without a number. Suspected ones go before all others, which are spread wide first: a crowd
 * is thinned to discs that stand apart, and more of them with every step nearer. The smaller of the distances on scan
 * and map, the map's brought to the scan's size: both panes number the same points. Infinite for the first. Takes the
 * square of the number of marks, which is at most some hundreds: a millisecond.
 */
export function markSpacing(marks: readonly SpacedMark[]): Float64Array {
  const order = spreadOrder(marks).toSorted((a, b) => Number(marks[b]!.suspect) - Number(marks[a]!.suspect))
  const scale = scanPxPerMetre(marks)
  const spacing = new Float64Array(marks.length).fill(Infinity)
  for (let turn = 1; turn < order.length; turn++) {
    const { image, map } = marks[order[turn]!]!
    let [onScan, onMap] = [Infinity, Infinity]
    for (let before = 0; before < turn; before++) {
      const other = marks[order[before]!]!
      onScan = Math.min(onScan, square(image, other.image))
      onMap = Math.min(onMap, square(map, other.map))
    }
    spacing[order[turn]!] = Math.min(Math.sqrt(onScan), scale * Math.sqrt(onMap))
  }
  return spacing
}

/** Size of the scan's points against the map's: the ratio of their spreads; 1 where one of them has none. */
export function scanPxPerMetre(marks: readonly Pick<SpacedMark, 'image' | 'map'>[]): number {
  const ratio = spread(marks.map(({ image }) => image)) / spread(marks.map(({ map }) => map))
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1
}

const square = (a: Point, b: Point) => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2

/** Root of the mean square distance from the middle. */
function spread(points: readonly Point[]): number {
  const mean = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length)
  const squares = points.reduce((sum, [x, y]) => sum + (x - mean[0]!) ** 2 + (y - mean[1]!) ** 2, 0)
  return Math.sqrt(squares / points.length)
}
