import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import type { ReferenceSystem, SystemFault } from '../reference-systems/reference-system.ts'
import { projectionOf } from '../reference-systems/projection.ts'
import { runningOn } from '../reference-systems/running-on.ts'
import { systemOfText } from '../reference-systems/system-of-text.ts'
import { transformationAtMap } from '../reference-systems/transformation.ts'
import {
  type Bounds,
  boundsOf,
  interpolatedMiddle,
  latticeOver,
  type Place,
  type PlaneLattice,
  rowsOf,
} from './plane-lattice.ts'
import { type SheetInPlane, sheetInPlane } from './sheet-in-plane.ts'

/** A map's points and the size of its scan. */
export interface PlacedSheet {
  /** `[imageX, imageY, mapX, mapY] * n`, EPSG:3857 metres. */
  readonly gcps: Float64Array
  readonly width: number
  readonly height: number
}

/** The plane of the projection that a map is drawn in. */
export interface MapPlane {
  readonly system: ReferenceSystem
  /**
   * The way into the plane around a sheet, off by at most 0.01 px of the scan wherever it is defined.
   * @param earlier one of the same plane, which is taken again where it still serves
   */
  lattice(sheet: PlacedSheet, earlier?: PlaneLattice): PlaneLattice
}

export type MapPlaneResult =
  /** Null: maps are fitted in that plane anyway. */
  { readonly ok: true; readonly plane: MapPlane | null } | { readonly ok: false; readonly fault: SystemFault }

/**
 * The plane that a text names: an EPSG code, a PROJ string or a WKT. Rejects where the register of reference systems
 * cannot be loaded.
 */
export async function mapPlaneOf(text: string): Promise<MapPlaneResult> {
  const found = await systemOfText(withFigure(text))
  if (!found.ok) return { ok: false, fault: found.fault }
  // Which way its coordinates count says nothing about the drawing, and a mirrored plane would turn a sheet over.
  const system: ReferenceSystem = { ...found.system, axis: 'enu' }
  if (!projectionOf(system)) return { ok: false, fault: 'unsupportedCrs' }
  return { ok: true, plane: system.projection === 'webmerc' ? null : planeOf(system) }
}

/** A PROJ text without a figure of the Earth is drawn on that of WGS 84: on a map of a country none can be told apart. */
const withFigure = (text: string): string =>
  /^\s*\+/.test(text) && !/\+(datum|ellps|a|b|rf|R|init)=/.test(text) ? `${text} +datum=WGS84` : text

/** What the lattice may be off between its nodes, px. */
const ERROR_PX = 0.01
/** Cells along the longer side of the lattice: doubled while the sheet is not met. */
const FEWEST_CELLS = 64
const MOST_CELLS = 512
/** Lengths of the scan around it that the lattice reaches to each side, and those that it must reach to serve again. */
const REACH = 1
const LEAST_REACH = 0.5
/** Lengths of the scan within which a place is near it. */
const BESIDE = 0.25
/** Parts of the scan's sides at whose ends its extent on the map is looked at. */
const PARTS = 8
/** Neighbours farther apart than this part of the scan's diagonal lie on two sides of where a projection breaks off. */
const TORN = 0.3
/** A lattice so many times as large as is needed is too coarse. */
const MUCH_LARGER = 6

function planeOf(system: ReferenceSystem): MapPlane {
  return {
    system,
    lattice(sheet, earlier) {
      const around = placeAround(system, sheet)
      if (earlier && serves(boundsOf(earlier), around.bounds(LEAST_REACH))) return earlier
      const bounds = around.bounds(REACH)
      for (let cells = FEWEST_CELLS; ; cells *= 2) {
        const lattice = latticeOver(bounds, cells, around.fromMap)
        const isTorn = cutTears(lattice, around)
        const { worst, cells: missed } = missesOf(lattice, around)
        if ((worst > ERROR_PX / 2 || isTorn) && cells < MOST_CELLS) continue
        cut(lattice, missed)
        return lattice
      }
    },
  }
}

function serves([west, south, east, north]: Bounds, needed: Bounds): boolean {
  return (
    needed[0] >= west &&
    needed[1] >= south &&
    needed[2] <= east &&
    needed[3] <= north &&
    Math.max(east - west, north - south) <=
      MUCH_LARGER * Math.max(needed[2] - needed[0], needed[3] - needed[1])
  )
}

/** A sheet in a plane and on the map. */
interface Around {
  readonly fromMap: (map: Place) => Place
  readonly inPlane: SheetInPlane | null
  readonly width: number
  readonly height: number
  /** Of the scan with so many of its lengths to each side, within the world. */
  bounds(reach: number): Bounds
}

function placeAround(system: ReferenceSystem, { gcps, width, height }: PlacedSheet): Around {
  const points = Array.from({ length: gcps.length / 4 }, (_, at): readonly [Place, Place] => [
    [gcps[4 * at] ?? NaN, gcps[4 * at + 1] ?? NaN],
    [gcps[4 * at + 2] ?? NaN, gcps[4 * at + 3] ?? NaN],
  ])
  const box = around(points.map(([, map]) => map))
  const middle: Place = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2]
  const nowhere = { toMap: (): Place => [NaN, NaN], fromMap: (): Place => [NaN, NaN] }
  const transformation = transformationAtMap(system, middle)
  const { toMap, fromMap } = transformation ? runningOn(system, transformation, middle) : nowhere
  const known = points
    .map(([image, map]) => ({ image, place: fromMap(map) }))
    .filter(({ place }) => place.every(Number.isFinite))
  const inPlane = sheetInPlane(
    known.map(({ place }) => place),
    known.map(({ image }) => image),
  )
  const reaching = (reach: number): Bounds => {
    const steps = Array.from({ length: PARTS + 1 }, (_, part) => -reach + ((1 + 2 * reach) * part) / PARTS)
    const sheet = inPlane
      ? steps.flatMap((x) => steps.map((y) => toMap(...inPlane.fromImage([x * width, y * height]))))
      : []
    return around([...sheet.filter((map) => map.every(Number.isFinite)), ...points.map(([, map]) => map)])
  }
  const worldsMiddle = middleOfWorld(box, reaching(BESIDE))
  const bounds = (reach: number) => withinWorld(reaching(reach), worldsMiddle)
  return { fromMap, inPlane, width, height, bounds }
}

const around = (places: readonly Place[]): Bounds => {
  const over = (axis: 0 | 1, most: (...values: number[]) => number) =>
    most(...places.map((place) => place[axis]))
  return [over(0, Math.min), over(1, Math.min), over(0, Math.max), over(1, Math.max)]
}

/** The world's own edges, or, where points or paper run on across the date line, half a world to both sides of their middle. */
function withinWorld([west, south, east, north]: Bounds, middle: number): Bounds {
  const within = (value: number, around: number) =>
    Math.min(Math.max(value, around - WORLD_HALF_METRES), around + WORLD_HALF_METRES)
  const [left, bottom, right, top] = [
    within(west, middle),
    within(south, 0),
    within(east, middle),
    within(north, 0),
  ]
  // A little room for points on a rim, and for a single one.
  const room = Math.max(1, 1e-6 * Math.max(right - left, top - bottom))
  return [Math.min(left, right - room), bottom - room, right, top + room]
}

/** The easting that a sheet has half a world to both sides of: 0, unless its points or its paper reach across the date line. */
function middleOfWorld(points: Bounds, paper: Bounds): number {
  const isAcross = ([west, , east]: Bounds) => Math.max(east, -west) > WORLD_HALF_METRES
  const middleOf = ([west, , east]: Bounds) => (west + east) / 2
  if (isAcross(points)) return middleOf(points)
  // A map of the world ends at the world's edges.
  const isRound = paper[2] - paper[0] >= 2 * WORLD_HALF_METRES
  return isAcross(paper) && !isRound ? middleOf(paper) : 0
}

/** Takes out the nodes between which the plane breaks off. @returns whether there are any on the sheet */
function cutTears(lattice: PlaneLattice, { inPlane, width, height }: Around): boolean {
  if (!inPlane) return false
  const { columns, places } = lattice
  const torn: number[] = []
  let isOnSheet = false
  const far = TORN * Math.hypot(width, height)
  const compare = (at: number, other: number) => {
    const place = placeAt(places, at)
    const beside = placeAt(places, other)
    if (!(inPlane.pixels([beside[0] - place[0], beside[1] - place[1]]) > far)) return
    torn.push(at, other)
    isOnSheet ||= [place, beside].some((one) => isNear(inPlane.toImage(one), width, height))
  }
  for (let at = 0; at < places.length / 2; at++) {
    if ((at + 1) % columns !== 0) compare(at, at + 1)
    if (at + columns < places.length / 2) compare(at, at + columns)
  }
  for (const at of torn) places.fill(NaN, 2 * at, 2 * at + 2)
  return isOnSheet
}

const placeAt = (places: Float64Array, at: number): Place => [
  places[2 * at] ?? NaN,
  places[2 * at + 1] ?? NaN,
]

/** On the scan or beside it. */
const isNear = ([x, y]: Place, width: number, height: number): boolean =>
  x >= -BESIDE * width && y >= -BESIDE * height && x <= (1 + BESIDE) * width && y <= (1 + BESIDE) * height

interface Misses {
  /** How far off the middles of the cells on the sheet are, px; those that lie nowhere do not count. */
  readonly worst: number
  /** North-west nodes of all cells that are off by more than is allowed. */
  readonly cells: readonly number[]
}

function missesOf(lattice: PlaneLattice, { fromMap, inPlane, width, height }: Around): Misses {
  const { originX, originY, step, columns } = lattice
  const cells: number[] = []
  let worst = 0
  if (!inPlane) return { worst, cells }
  for (let row = 0; row + 1 < rowsOf(lattice); row++)
    for (let column = 0; column + 1 < columns; column++) {
      const found = interpolatedMiddle(lattice, column, row)
      if (!Number.isFinite(found[0])) continue
      const exact = fromMap([originX + (column + 0.5) * step, originY - (row + 0.5) * step])
      const miss = inPlane.pixels([found[0] - exact[0], found[1] - exact[1]])
      if (miss <= ERROR_PX / 2) continue
      if (!(miss <= ERROR_PX)) cells.push(row * columns + column)
      if (isNear(inPlane.toImage(exact), width, height))
        worst = Math.max(worst, Number.isNaN(miss) ? Infinity : miss)
    }
  return { worst, cells }
}

/** Takes out the corners of cells, so that nothing is read from them. */
function cut({ columns, places }: PlaneLattice, cells: readonly number[]): void {
  for (const cell of cells)
    for (const at of [cell, cell + 1, cell + columns, cell + columns + 1])
      places.fill(NaN, 2 * at, 2 * at + 2)
}
