import { lonLatOf } from '../../../contract/web-mercator.ts'

/** How a sheet lies on the map, judged at its middle. */
export interface SheetLie {
  /** Ground metres a px of the scan. */
  readonly metresPerPx: number
  /** How far the scan is turned from north up, degrees, clockwise; -180 to 180. */
  readonly turnDegrees: number
}

/** The image points that `sheetLie` needs the places of: the middle, one to its right, one below it. */
export function liePoints({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): Float64Array {
  const reach = reachOf(width, height)
  return Float64Array.of(width / 2, height / 2, width / 2 + reach, height / 2, width / 2, height / 2 + reach)
}

/**
 * Best similarity of the two steps from the middle.
 *
 * @param places - EPSG:3857 metres of `liePoints`. Null where the warp has none of them, or shows the scan mirrored.
 */
export function sheetLie(
  places: Float64Array,
  { width, height }: { readonly width: number; readonly height: number },
): SheetLie | null {
  const [x = NaN, y = NaN, rightX = NaN, rightY = NaN, downX = NaN, downY = NaN] = places
  const reach = reachOf(width, height)
  const right = [(rightX - x) / reach, (rightY - y) / reach] as const
  const up = [(x - downX) / reach, (y - downY) / reach] as const
  if (!(right[0] * up[1] - right[1] * up[0] > 0)) return null
  const [across, along] = [(right[0] + up[1]) / 2, (right[1] - up[0]) / 2]
  const [, latitude] = lonLatOf([x, y])
  return {
    metresPerPx: Math.hypot(across, along) * Math.cos((latitude * Math.PI) / 180),
    turnDegrees: (-Math.atan2(along, across) * 180) / Math.PI,
  }
}

/** A quarter of the shorter side: what a printed scale and a north arrow mean, and no single point bends. */
const reachOf = (width: number, height: number) => Math.min(width, height) / 4

const METRES_PER_INCH = 0.0254
/** Finer than any scanner. */
const MOST_DPI = 20_000

/** Px an inch of the paper, where the record says something that can be true; else null. */
export function dpiOf({ dpi }: { readonly dpi: string | null }): number | null {
  const value = Number(dpi ?? NaN)
  return value >= 1 && value <= MOST_DPI ? value : null
}

/** N of the scale 1 : N, to three digits. @param dpi - px an inch of the paper */
export function scaleOfPaper({ metresPerPx }: SheetLie, dpi: number): number {
  return Number(((metresPerPx * dpi) / METRES_PER_INCH).toPrecision(3))
}
