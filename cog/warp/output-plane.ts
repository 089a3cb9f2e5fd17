import type { MapPoint } from '../../contract/control-points.ts'
import type { DatumTie } from '../../contract/datum-tie.ts'
import { lonLatOf } from '../../contract/web-mercator.ts'
import type { Area, ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import { nearestTo, runningOn } from '../../gcp-files/reference-systems/running-on.ts'
import { transformationAtMap } from '../../gcp-files/reference-systems/transformation.ts'
import { RasterError } from '../raster-error.ts'
import type { Outline } from './fit-model.ts'
import { boundsAround, type MapBounds, type WarpGrid } from './warp-grid.ts'

/** The plane of a reference system around one sheet, whose longitudes run on across the date line as the sheet's do. */
export interface OutputPlane {
  /** NaN for what lies outside the system. */
  toMap(x: number, y: number): MapPoint
  fromMap(map: MapPoint): readonly [x: number, y: number]
  readonly datum: DatumTie
}

/** Map points of a lattice over a plane, as the kernel takes them: `[x, y]` row by row from the north-west node. */
export interface OutputLattice {
  readonly originX: number
  readonly originY: number
  /** Units of the plane. */
  readonly step: number
  readonly columns: number
  readonly map: Float64Array
}

/** Parts of the diagonal of a sheet that its edges are followed by. */
const EDGE_PARTS = 256
/** What a place may miss itself by on the way into a system and back, parts of the sheet's diagonal. */
const RETURN_SHARE = 1e-6
/** What the lattice may be off between its nodes, pixels. */
const LATTICE_PX = 0.02
/** Distances of the nodes, pixels: the first one is doubled while there would be more nodes than this. */
const FIRST_STEP_PX = 64
const FEW_NODES = 20_000
const SMALLEST_STEP_PX = 4
const MOST_NODES = 1_000_000
/** Nodes beside the pixels: the kernel plans whole cells of 64 px, and a cubic reaches two nodes to each side. */
const CELL_PX = 64
const NODES_BESIDE = 2

/**
 * The plane of a system around what is shown of a map.
 *
 * @throws RasterError `inexactSystem` where nobody says how exactly the system lies to WGS 84, `outsideSystem` where the
 *   map does not lie where the system can be used
 */
export function outputPlane(system: ReferenceSystem, outline: Outline): OutputPlane {
  const bounds = boundsAround(outline)
  const middle: MapPoint = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2]
  const transformation = transformationAtMap(system, middle)
  if (!transformation || !meets(system.area, bounds)) throw outside(system)
  const { tie } = transformation
  if (tie.kind === 'outside') throw outside(system)
  if (tie.accuracyMetres === null) throw new RasterError('inexactSystem', { crs: nameOf(system) })
  const plane = { datum: tie, ...runningOn(system, transformation, middle) }
  const [width, height] = [bounds[2] - bounds[0], bounds[3] - bounds[1]]
  const tolerance = RETURN_SHARE * Math.hypot(width, height)
  for (const point of edgesOf(outline).flat()) {
    const back = plane.toMap(...plane.fromMap(point))
    if (!(Math.hypot(back[0] - point[0], back[1] - point[1]) <= tolerance)) throw outside(system)
  }
  return plane
}

/** Bounds of an outline of map points as it lies in a plane. */
export const boundsIn = (plane: OutputPlane, outline: Outline): MapBounds =>
  boundsAround(edgesOf(outline).map((ring) => ring.map((point) => plane.fromMap(point))))

/**
 * The way from a plane to the map, known at so many nodes that the pixels of a grid lie right between them.
 *
 * @param shown bounds of what is shown, EPSG:3857: beyond them the way may be as wild as it likes
 * @throws RasterError `outsideSystem` where no lattice is fine enough
 */
export function outputLattice(
  plane: OutputPlane,
  grid: WarpGrid,
  shown: MapBounds,
  system: ReferenceSystem,
): OutputLattice {
  let stepPx = FIRST_STEP_PX
  while (nodesOf(grid, 2 * stepPx).count > FEW_NODES) stepPx *= 2
  for (; stepPx >= SMALLEST_STEP_PX && nodesOf(grid, stepPx).count <= MOST_NODES; stepPx /= 2) {
    const lattice = latticeOf(plane, grid, stepPx)
    if (worstMiss(plane, lattice, shown) * stepPx <= LATTICE_PX) return lattice
  }
  throw outside(system)
}

function nodesOf({ width, height }: WarpGrid, stepPx: number) {
  const along = (pixels: number) => Math.ceil((pixels + CELL_PX) / stepPx) + 2 * NODES_BESIDE + 1
  const [columns, rows] = [along(width), along(height)]
  return { columns, rows, count: columns * rows }
}

function latticeOf(plane: OutputPlane, grid: WarpGrid, stepPx: number): OutputLattice {
  const { columns, rows } = nodesOf(grid, stepPx)
  const step = stepPx * grid.pixelSize
  const [originX, originY] = [grid.originX - NODES_BESIDE * step, grid.originY + NODES_BESIDE * step]
  const map = new Float64Array(2 * columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      map.set(plane.toMap(originX + column * step, originY - row * step), 2 * (row * columns + column))
  }
  return { originX, originY, step, columns, map }
}

/** Weights of the four nodes around the middle of a step. */
const MIDDLE_WEIGHTS = [-1 / 16, 9 / 16, 9 / 16, -1 / 16] as const

/** How far the middles of the cells that show something lie beside the way itself, steps. */
function worstMiss(plane: OutputPlane, lattice: OutputLattice, shown: MapBounds): number {
  const { originX, originY, step, columns, map } = lattice
  const rows = map.length / 2 / columns
  let worst = 0
  for (let row = 1; row < rows - 2; row++) {
    for (let column = 1; column < columns - 2; column++) {
      const node = (right: number, down: number): MapPoint => {
        const at = 2 * ((row + down) * columns + column + right)
        return [map[at] ?? NaN, map[at + 1] ?? NaN]
      }
      const exact = plane.toMap(originX + (column + 0.5) * step, originY - (row + 0.5) * step)
      const [corner, east, south] = [node(0, 0), node(1, 0), node(0, 1)]
      const across = [east[0] - corner[0], east[1] - corner[1]] as const
      const down = [south[0] - corner[0], south[1] - corner[1]] as const
      if (!isNear(exact, shown, Math.max(Math.hypot(...across), Math.hypot(...down)))) continue
      const found = middleOf(node)
      const [dx, dy] = [found[0] - exact[0], found[1] - exact[1]]
      const area = across[0] * down[1] - across[1] * down[0]
      const miss = Math.hypot(dx * down[1] - dy * down[0], dy * across[0] - dx * across[1]) / Math.abs(area)
      worst = Math.max(worst, Number.isNaN(miss) ? Infinity : miss)
    }
  }
  return worst
}

/** The middle of a cell, as the kernel interpolates it. */
function middleOf(node: (right: number, down: number) => MapPoint): MapPoint {
  let [x, y] = [0, 0]
  for (const [down, weightDown] of MIDDLE_WEIGHTS.entries()) {
    for (const [right, weightRight] of MIDDLE_WEIGHTS.entries()) {
      const [nodeX, nodeY] = node(right - 1, down - 1)
      x += weightDown * weightRight * nodeX
      y += weightDown * weightRight * nodeY
    }
  }
  return [x, y]
}

const isNear = ([x, y]: MapPoint, [minX, minY, maxX, maxY]: MapBounds, reach: number): boolean =>
  x >= minX - reach && x <= maxX + reach && y >= minY - reach && y <= maxY + reach

/** Points along the rings, so close that the lines between them bend in no system. */
function edgesOf(outline: Outline): MapPoint[][] {
  const [minX, minY, maxX, maxY] = boundsAround(outline)
  const longest = Math.hypot(maxX - minX, maxY - minY) / EDGE_PARTS
  return outline.map((ring) =>
    ring.flatMap((from, at) => {
      const to = ring[(at + 1) % ring.length] ?? from
      const parts = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / longest))
      return Array.from({ length: parts }, (_, part): MapPoint => {
        const share = part / parts
        return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
      })
    }),
  )
}

/** Whether a map lies in an area of use, in part at least. */
function meets(area: Area | null, [minX, minY, maxX, maxY]: MapBounds): boolean {
  if (!area) return true
  const [west, south] = lonLatOf([minX, minY])
  const [east, north] = lonLatOf([maxX, maxY])
  const areaWidth = area.east < area.west ? area.east + 360 - area.west : area.east - area.west
  // The area, turned around the world until it begins last before the east of the map.
  const begins = nearestTo(east - 180, area.west, 360)
  return begins + areaWidth >= west && area.south <= north && area.north >= south
}

const nameOf = ({ code, name }: ReferenceSystem): string => `EPSG:${code ?? '?'} (${name})`

const outside = (system: ReferenceSystem): RasterError =>
  new RasterError('outsideSystem', { crs: nameOf(system) })
