import type { ImagePoint, MapPoint, SheetPlacement } from '../../contract/control-points.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { easting180 } from '../../contract/worlds.ts'
import { turnBetween } from './angles.ts'
import type { BaseCamera, MapBox, PaneSize } from './camera.ts'
import { metresPerPixelAt, zoomForMetresPerPixel } from './mercator.ts'

/** Width and height of a scan in its own px. */
interface ScanSize {
  readonly width: number
  readonly height: number
}

type Pair = readonly [number, number]

/** A move of a whole sheet: what lies at `about` comes to `to`, and all else turns and scales around it. */
export interface SheetMove {
  readonly about: MapPoint
  readonly to: MapPoint
  readonly scale: number
  /** Clockwise. */
  readonly turnDegrees: number
}

/** Finer than any scan of a town's plan, and coarser than one of the world. EPSG:3857 metres a px. */
const METRES_PER_PX = { least: 1e-4, most: 1e6 }
/** Share of a pane's width and height that a sheet takes at most when it is first laid. */
const FIRST_SHARE = 0.62

const radians = (degrees: number) => (degrees * Math.PI) / 180
const held = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** East and north of a direction that was right and up, turned clockwise. */
function turned([right, up]: Pair, degrees: number): [east: number, north: number] {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return [right * cos + up * sin, up * cos - right * sin]
}

/** Where a laid sheet shows an image point. */
export function placeOnSheet(
  { centre, metresPerPx, turnDegrees }: SheetPlacement,
  scan: ScanSize,
  image: ImagePoint,
): MapPoint {
  const [right, up] = [image[0] - scan.width / 2, scan.height / 2 - image[1]]
  const [east, north] = turned([right * metresPerPx, up * metresPerPx], turnDegrees)
  return [centre[0] + east, centre[1] + north]
}

/** Which image point a laid sheet shows at a place; it may lie beside the scan. */
export function imageOnSheet(
  { centre, metresPerPx, turnDegrees }: SheetPlacement,
  scan: ScanSize,
  place: MapPoint,
): ImagePoint {
  const [right, up] = turned([place[0] - centre[0], place[1] - centre[1]], -turnDegrees)
  return [scan.width / 2 + right / metresPerPx, scan.height / 2 - up / metresPerPx]
}

/** The corners of a laid sheet: upper left, upper right, lower right, lower left. */
export function sheetCorners(placement: SheetPlacement, scan: ScanSize): MapPoint[] {
  const { width, height } = scan
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ].map(([x = 0, y = 0]) => placeOnSheet(placement, scan, [x, y]))
}

/** The sheet after a move; it stays in the world, and over the date line it comes to lie on the other side. */
export function movedSheet(
  placement: SheetPlacement,
  { about, to, scale, turnDegrees }: SheetMove,
): SheetPlacement {
  const { centre } = placement
  const metresPerPx = held(placement.metresPerPx * scale, METRES_PER_PX.least, METRES_PER_PX.most)
  const ratio = metresPerPx / placement.metresPerPx
  const [east, north] = turned([(centre[0] - about[0]) * ratio, (centre[1] - about[1]) * ratio], turnDegrees)
  return {
    centre: [easting180(to[0] + east), held(to[1] + north, -WORLD_HALF_METRES, WORLD_HALF_METRES)],
    metresPerPx,
    turnDegrees: turnBetween(0, placement.turnDegrees + turnDegrees),
  }
}

/** The move that takes two places of the sheet to two others, as two fingers do. */
export function moveOfTwo(
  [a, b]: readonly [MapPoint, MapPoint],
  [c, d]: readonly [MapPoint, MapPoint],
): SheetMove {
  const middle = (p: MapPoint, q: MapPoint): MapPoint => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
  const before = Math.hypot(b[0] - a[0], b[1] - a[1])
  const after = Math.hypot(d[0] - c[0], d[1] - c[1])
  const isApart = before > 0 && after > 0
  return {
    about: middle(a, b),
    to: middle(c, d),
    scale: isApart ? after / before : 1,
    turnDegrees: isApart ? turnBetween(compassOf(a, b), compassOf(c, d)) : 0,
  }
}

/** Direction from one place to another, degrees clockwise from north. */
export const compassOf = (from: MapPoint, to: MapPoint): number =>
  (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI

/** A sheet laid in the middle of what a pane shows, upright on the screen, or turned as it was before. */
export function sheetInView(
  scan: ScanSize,
  camera: BaseCamera,
  pane: PaneSize,
  turnDegrees = camera.bearing,
): SheetPlacement {
  const metres = metresPerPixelAt(camera.zoom)
  const share = Math.min(pane.width / scan.width, pane.height / scan.height) * FIRST_SHARE
  return {
    centre: [easting180(camera.centre[0]), camera.centre[1]],
    metresPerPx: held(metres * share, METRES_PER_PX.least, METRES_PER_PX.most),
    turnDegrees: turnBetween(0, turnDegrees),
  }
}

/** The view in which a sheet that is laid in its middle covers a box. */
export function viewForSheet(
  { minX, minY, maxX, maxY }: MapBox,
  pane: PaneSize,
): Pick<BaseCamera, 'centre' | 'zoom'> {
  const metres = Math.max((maxX - minX) / pane.width, (maxY - minY) / pane.height) / FIRST_SHARE
  return { centre: [(minX + maxX) / 2, (minY + maxY) / 2], zoom: zoomForMetresPerPixel(metres) }
}

/**
 * The placement that goes through points as far as a sheet that is shifted, turned and scaled can, least squares. Where
 * the points say nothing of turn and scale, for one alone or several close together, those of the placement stay.
 */
export function sheetThrough(
  placement: SheetPlacement,
  scan: ScanSize,
  points: readonly { readonly image: ImagePoint; readonly map: MapPoint }[],
): SheetPlacement {
  if (points.length === 0) return placement
  const image = meanOf(points.map((point) => point.image))
  const map = meanOf(points.map((point) => point.map))
  const { metresPerPx, turnDegrees } = turnAndScale(points, image, map, scan) ?? placement
  const likewise = { ...placement, metresPerPx, turnDegrees }
  const shown = placeOnSheet(likewise, scan, image)
  const { centre } = placement
  return { ...likewise, centre: [easting180(centre[0] + map[0] - shown[0]), centre[1] + map[1] - shown[1]] }
}

/** How far points say that the sheet is turned from north up, degrees clockwise; null where they do not say. */
export function turnThrough(
  points: readonly { readonly image: ImagePoint; readonly map: MapPoint }[],
  scan: ScanSize,
): number | null {
  if (points.length < 2) return null
  const [image, map] = [meanOf(points.map((point) => point.image)), meanOf(points.map((point) => point.map))]
  return turnAndScale(points, image, map, scan)?.turnDegrees ?? null
}

function turnAndScale(
  points: readonly { readonly image: ImagePoint; readonly map: MapPoint }[],
  image: Pair,
  map: Pair,
  scan: ScanSize,
): Pick<SheetPlacement, 'metresPerPx' | 'turnDegrees'> | null {
  let [along, across, spread] = [0, 0, 0]
  for (const point of points) {
    const [right, up] = [point.image[0] - image[0], image[1] - point.image[1]]
    const [east, north] = [point.map[0] - map[0], point.map[1] - map[1]]
    along += right * east + up * north
    across += up * east - right * north
    spread += right ** 2 + up ** 2
  }
  const reach = Math.hypot(scan.width, scan.height) * APART
  if (points.length < 2 || spread / points.length < reach ** 2) return null
  const metresPerPx = Math.hypot(along, across) / spread
  if (!(metresPerPx > METRES_PER_PX.least && metresPerPx < METRES_PER_PX.most)) return null
  return { metresPerPx, turnDegrees: (Math.atan2(across, along) * 180) / Math.PI }
}

/** Points nearer to their middle than this share of the scan's diagonal would turn the sheet by their errors. */
const APART = 0.04
/** Points within this share of the scan's diagonal of one line leave open how the sheet lies beside it. */
const OFF_LINE = 0.02

/** Whether points lie well off one line, so that they can hold the sheet alone. */
export function areSpread(points: readonly { readonly image: ImagePoint }[], scan: ScanSize): boolean {
  if (points.length < 3) return false
  const [x, y] = meanOf(points.map(({ image }) => image))
  let [xx, xy, yy] = [0, 0, 0]
  for (const { image } of points) {
    const [dx, dy] = [image[0] - x, image[1] - y]
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  const least = ((xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy)) / points.length
  return least >= (Math.hypot(scan.width, scan.height) * OFF_LINE) ** 2
}

function meanOf(points: readonly Pair[]): [number, number] {
  const sum = points.reduce<[number, number]>(([sx, sy], [x, y]) => [sx + x, sy + y], [0, 0])
  return [sum[0] / points.length, sum[1] / points.length]
}
