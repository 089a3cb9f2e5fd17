import type { WarpModel } from '../../../wasm-tps/pkg/wasm_tps.d.ts'
import type { MaskRing } from '../../../contract/control-points.ts'
import type { Outline } from './fit.ts'

type Point = readonly [x: number, y: number]
type Warp = Pick<WarpModel, 'imageToMap'>

/** An edge of the mask is first cut into this many pieces: a bend that is symmetrical about its middle is seen as well. */
const FIRST_PIECES = 4
/** Pixels of the scan that the outline may be off the warped edge. */
const TOLERANCE_PX = 0.1
/** A piece is halved this often at the most. */
const MAX_HALVINGS = 10

/**
 * Where a crop mask lies on the map: the rings of the mask within the scan, warped. Holes and parts stay rings of their
 * own, even-odd as the mask's.
 *
 * @param mask rings in scan px, none closed
 * @returns rings in EPSG:3857 metres, none closed and none empty; undefined where the warp cannot tell where an edge
 *   lies, because it folds there
 */
export function maskOutline(
  model: Warp,
  mask: readonly MaskRing[],
  imageSize: readonly [width: number, height: number],
): Outline | undefined {
  const outline: (readonly Point[])[] = []
  for (const ring of mask) {
    const within = clippedToScan(ring, imageSize)
    if (within.length < 3) continue
    const warped = warpedRing(model, within)
    if (!warped) return undefined
    outline.push(warped)
  }
  return outline
}

/** The part of a ring within the scan, edge by edge (Sutherland and Hodgman 1974). */
function clippedToScan(ring: readonly Point[], [width, height]: readonly [number, number]): readonly Point[] {
  const sides: readonly ((point: Point) => number)[] = [
    ([x]) => x,
    ([x]) => width - x,
    ([, y]) => y,
    ([, y]) => height - y,
  ]
  return sides.reduce<readonly Point[]>((rest, inside) => clippedToSide(rest, inside), ring)
}

/** @param inside distance from the side, negative beyond it */
function clippedToSide(ring: readonly Point[], inside: (point: Point) => number): readonly Point[] {
  return ring.flatMap((point, index) => {
    const before = ring.at(index - 1)!
    const [from, to] = [inside(before), inside(point)]
    const crossing = from < 0 !== to < 0 ? [between(before, point, from / (from - to))] : []
    return to < 0 ? crossing : [...crossing, point]
  })
}

const between = ([ax, ay]: Point, [bx, by]: Point, part: number): Point => [
  ax + (bx - ax) * part,
  ay + (by - ay) * part,
]

interface Corner {
  readonly image: Point
  readonly map: Point
}

function warpedRing(model: Warp, ring: readonly Point[]): readonly Point[] | undefined {
  const pieces = ring.flatMap((point, index) => {
    const next = ring[(index + 1) % ring.length]!
    return Array.from({ length: FIRST_PIECES }, (_, n) => between(point, next, n / FIRST_PIECES))
  })
  let corners = warped(model, pieces)
  for (let halving = 0; corners && halving < MAX_HALVINGS; halving += 1) {
    const finer = halvedWhereBent(model, corners)
    if (!finer || finer.length === corners.length) return finer?.map(({ map }) => map)
    corners = finer
  }
  return corners?.map(({ map }) => map)
}

/** The ring with the middle of each piece whose middle lies off the straight line between its ends. */
function halvedWhereBent(model: Warp, corners: readonly Corner[]): readonly Corner[] | undefined {
  const next = (index: number) => corners[(index + 1) % corners.length]!
  const middles = warped(
    model,
    corners.map(({ image }, index) => between(image, next(index).image, 0.5)),
  )
  return (
    middles &&
    corners.flatMap((corner, index) => {
      const [end, middle] = [next(index), middles[index]!]
      const straight = between(corner.map, end.map, 0.5)
      const metresPerPixel = distance(corner.map, end.map) / distance(corner.image, end.image)
      return distance(straight, middle.map) > TOLERANCE_PX * metresPerPixel ? [corner, middle] : [corner]
    })
  )
}

const distance = ([ax, ay]: Point, [bx, by]: Point) => Math.hypot(bx - ax, by - ay)

/** Points of the scan with their places on the map; undefined where one has none. */
function warped(model: Warp, images: readonly Point[]): readonly Corner[] | undefined {
  const maps = model.imageToMap(Float64Array.from(images.flat()))
  if (!maps.every(Number.isFinite)) return undefined
  return images.map((image, n) => ({ image, map: [maps[2 * n]!, maps[2 * n + 1]!] }))
}
