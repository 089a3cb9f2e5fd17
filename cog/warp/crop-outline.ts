import type { MaskRing } from '../../contract/control-points.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import type { FittedModel, Outline } from './fit-model.ts'
import { contourOf, distanceToLine, type Lattice, simplified } from './lattice-contour.ts'
import { maskedScan } from './masked-scan.ts'

type Xy = readonly [x: number, y: number]

/** The outline follows the mask to this many px of the scan. */
const TOLERANCE_PX = 0.1
/** A line is looked at in so many places along the diagonal of the scan, and in no fewer than the second. */
const PLACES_PER_DIAGONAL = 128
const FEWEST_PLACES = 3
/** Halvings of an edge. */
const MOST_ROUNDS = 12
/** Nodes of the lattice where the sheet folds. */
const MOST_NODES = 400_000
const MOST_PARTS = 4
/** Cells that the kernel lays along the diagonal of an undistorted scan. */
const CELLS_PER_DIAGONAL = 160

/**
 * The outline of what a crop mask leaves of a map: outer rings anticlockwise, holes clockwise. The mask's edges are
 * carried over exactly; where the sheet folds, so that a place on the scan lies on the map more than once, the outline is
 * drawn around the places that show, and rounds off what is smaller than a 600th of the scan.
 */
export function cropOutline(fitted: FittedModel, mask: readonly MaskRing[], imageSize: Xy): Outline {
  const masked = maskedScan(mask, imageSize)
  if (masked?.length === 0) return []
  const carried = masked && !isFolded(fitted, imageSize) ? carriedOver(fitted, masked, imageSize) : null
  return carried ?? drawnAround(fitted, mask, imageSize)
}

function isFolded({ model }: FittedModel, imageSize: Xy): boolean {
  const folds = model.folds(...imageSize)
  const count = folds.ringEnds().length
  folds.free()
  return count > 0
}

interface Node {
  readonly image: Xy
  readonly map: Xy
}

/** A part of an edge; straight: the line between its ends follows the mask. */
interface Stretch {
  readonly from: Node
  readonly to: Node
  readonly isStraight: boolean
}

/** Rings on the scan as they lie on the map; null where a part of them lies nowhere, or beyond what is published. */
function carriedOver(fitted: FittedModel, rings: readonly (readonly Xy[])[], imageSize: Xy): Outline | null {
  const place = placerOf(fitted)
  const nodes = place(rings.flat())
  if (!nodes) return null
  let start = 0
  const outline: Xy[][] = []
  for (const ring of rings) {
    const bent = bentRing(fitted, nodes.slice(start, start + ring.length), place, imageSize)
    if (!bent) return null
    start += ring.length
    // A ring drawn by a program may have a corner at every step.
    const points = simplified(
      bent.map(({ map }) => map),
      (TOLERANCE_PX / 2) * metresPerPx(fitted, imageSize),
    )
    outline.push(signedArea(points) > 0 === signedArea(ring) > 0 ? points : points.toReversed())
  }
  return outline
}

/** Where places of the scan lie on the map; null where one lies nowhere, or where nothing is published. */
function placerOf({ model, footprint }: FittedModel): (images: readonly Xy[]) => Node[] | null {
  const hasCell = cellsOf(footprint)
  const isInWorld = worldOf(footprint)
  return (images) => {
    const found = model.imageToMap(Float64Array.from(images.flat()))
    const nodes = images.map((image, at): Node => ({
      image,
      map: [found[2 * at] ?? NaN, found[2 * at + 1] ?? NaN],
    }))
    return nodes.every(({ map }) => hasCell(map) && isInWorld(map)) ? nodes : null
  }
}

/** Edges are halved until they follow the mask's lines. */
function bentRing(
  { model }: FittedModel,
  corners: readonly Node[],
  place: (images: readonly Xy[]) => Node[] | null,
  imageSize: Xy,
): Node[] | null {
  const step = Math.hypot(...imageSize) / PLACES_PER_DIAGONAL
  let edges = corners.map((from, at): Stretch => ({
    from,
    to: corners[(at + 1) % corners.length] ?? from,
    isStraight: false,
  }))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const open = edges.filter(({ isStraight }) => !isStraight)
    const chords = open.map(({ from, to }) => {
      const length = Math.hypot(to.image[0] - from.image[0], to.image[1] - from.image[1])
      const count = Math.max(FEWEST_PLACES, Math.ceil(length / step))
      return Array.from({ length: count }, (_, at) => between(from.map, to.map, (at + 1) / (count + 1)))
    })
    const images = model.mapToImage(Float64Array.from(chords.flat(2)))
    let first = 0
    const bent = open.filter(({ from, to }, index) => {
      const count = chords[index]?.length ?? 0
      const off = Array.from({ length: count }, (_, at) =>
        distanceToLine(
          [images[2 * (first + at)] ?? NaN, images[2 * (first + at) + 1] ?? NaN],
          from.image,
          to.image,
        ),
      )
      first += count
      return Math.max(...off) > TOLERANCE_PX
    })
    if (bent.length === 0) break
    const middles = place(bent.map(({ from, to }) => between(from.image, to.image, 0.5)))
    if (!middles) return null
    const middleOf = new Map(bent.map((edge, at) => [edge, middles[at]]))
    edges = edges.flatMap((edge): Stretch[] => {
      const middle = middleOf.get(edge)
      return middle
        ? [
            { from: edge.from, to: middle, isStraight: false },
            { from: middle, to: edge.to, isStraight: false },
          ]
        : [{ ...edge, isStraight: true }]
    })
  }
  return edges.map(({ from }) => from)
}

const between = (from: Xy, to: Xy, share: number): Xy => [
  from[0] + share * (to[0] - from[0]),
  from[1] + share * (to[1] - from[1]),
]

function signedArea(ring: readonly Xy[]): number {
  const [x0, y0] = ring[0] ?? [0, 0]
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    return sum + ((x - x0) * (nextY - y0) - (nextX - x0) * (y - y0)) / 2
  }, 0)
}

/** What of the box of a sheet beyond ±180° is rounding. */
const ROUNDING_METRES = 1

/** Whether something is published in a place: within ±180°, or beyond where the sheet's points run on across the date line. */
function worldOf(footprint: FittedModel['footprint']): (place: Xy) => boolean {
  const [west = NaN, , east = NaN] = footprint.bbox()
  const runsOn = Math.max(-west, east) > WORLD_HALF_METRES + ROUNDING_METRES
  const isRound = east - west > 2 * WORLD_HALF_METRES - ROUNDING_METRES
  const [least, most] = !runsOn
    ? [-WORLD_HALF_METRES, WORLD_HALF_METRES]
    : isRound
      ? [west, east]
      : [-Infinity, Infinity]
  return ([x, y]) => x >= least && x <= most && Math.abs(y) <= WORLD_HALF_METRES
}

/** Whether a map point lies in a cell of the footprint. */
function cellsOf(footprint: FittedModel['footprint']): (map: Xy) => boolean {
  const { cols, rows, originX, originY, cellSize } = footprint
  const cells = footprint.cells()
  return ([x, y]) => {
    const [column, row] = [Math.floor((x - originX) / cellSize), Math.floor((y - originY) / cellSize)]
    return column >= 0 && row >= 0 && column < cols && row < rows && cells[row * cols + column] === 1
  }
}

/** Draws around the places of a lattice whose pixels are published. */
function drawnAround(fitted: FittedModel, mask: readonly MaskRing[], imageSize: Xy): Outline {
  const { model, footprint } = fitted
  const { cols, rows, originX, originY, cellSize } = footprint
  const parts = Math.max(1, Math.min(MOST_PARTS, Math.floor(Math.sqrt(MOST_NODES / (cols * rows)))))
  const lattice: Lattice = {
    columns: cols * parts + 3,
    rows: rows * parts + 3,
    step: cellSize / parts,
    origin: [originX - cellSize / parts, originY - cellSize / parts],
  }
  const hasCell = cellsOf(footprint)
  const isInWorld = worldOf(footprint)
  const isShown = (places: readonly Xy[]): boolean[] => {
    const near = places.map((map) => hasCell(map) && isInWorld(map))
    const images = model.mapToImage(Float64Array.from(places.filter((_, at) => near[at]).flat()))
    let next = 0
    return near.map((isNear) => {
      if (!isNear) return false
      const image: Xy = [images[2 * next] ?? NaN, images[2 * next + 1] ?? NaN]
      next += 1
      return isOnScan(image, imageSize) && holds(mask, image)
    })
  }
  const tolerance = TOLERANCE_PX * metresPerPx(fitted, imageSize)
  return contourOf(lattice, isShown).map((ring) => simplified(ring, tolerance))
}

/** Of the sheet on the whole. */
const metresPerPx = ({ footprint }: FittedModel, imageSize: Xy) =>
  (footprint.cellSize * CELLS_PER_DIAGONAL) / Math.hypot(...imageSize)

const isOnScan = ([x, y]: Xy, [width, height]: Xy) => x >= 0 && y >= 0 && x < width && y < height

function holds(mask: readonly MaskRing[], [x, y]: Xy): boolean {
  let isInside = false
  for (const ring of mask)
    ring.forEach(([x1, y1], at) => {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) isInside = !isInside
    })
  return isInside
}
