import type { MaskRing } from '../../../contract/control-points.ts'

type Ring = [x: number, y: number][]

/** A polygon as deck.gl takes it: the outer ring, then its holes. */
export type ShadePolygon = readonly Ring[]

/**
 * What a mask hides of a scan, as polygons: all of the scan but the outermost rings, and whatever a ring within a ring
 * cuts out again (even-odd, as the warp clips). Rings may lie within one another but not cross.
 */
export function maskShade(
  scan: { width: number; height: number },
  mask: readonly MaskRing[],
): ShadePolygon[] {
  const { width, height } = scan
  const depths = mask.map((ring) => mask.filter((other) => other !== ring && holds(other, ring)).length)
  const shownWithin = (outer: MaskRing | null, depth: number) =>
    mask.filter((ring, at) => depths[at] === depth && (outer === null || holds(outer, ring))).map(copied)
  const whole: Ring = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  const shades: ShadePolygon[] = [[whole, ...shownWithin(null, 0)]]
  mask.forEach((ring, at) => {
    const depth = depths[at] ?? 0
    if (depth % 2 === 1) shades.push([copied(ring), ...shownWithin(ring, depth + 1)])
  })
  return shades
}

const copied = (ring: MaskRing): Ring => ring.map(([x, y]) => [x, y])

/** Whether the first corner of `inner` lies in `outer`. */
function holds(outer: MaskRing, inner: MaskRing): boolean {
  const [first] = inner
  if (!first) return false
  const [x, y] = first
  let isInside = false
  outer.forEach(([x0, y0], at) => {
    const [x1, y1] = outer[(at + 1) % outer.length] ?? [x0, y0]
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside
  })
  return isInside
}
