import type { ControlPoint, ImagePoint, SheetPlacement } from '../../contract/control-points.ts'
import { minimumPoints } from '../../contract/rules/control-points.ts'
import type { TransformationType } from '../../contract/control-points.ts'
import { areSpread, placeOnSheet, sheetThrough } from '../geometry/sheet-placement.ts'

interface ScanSize {
  readonly width: number
  readonly height: number
}

/** What is fitted of a document. */
export interface FittedPoints {
  /** The points, and after them those that stand in while the points alone do not hold the sheet. */
  readonly points: readonly ControlPoint[]
  readonly type: TransformationType
  /** The projection that they are fitted in; absent: EPSG:3857. */
  readonly projection?: string
  /** Stand-ins are among them: what the fit says of its errors means nothing. */
  readonly isCarried: boolean
}

interface Laid {
  readonly points: readonly ControlPoint[]
  readonly transformationType: TransformationType
  readonly projection?: string | undefined
  readonly laid?: SheetPlacement | undefined
}

/** Where the stand-ins lie, as shares of the scan: well spread, and not on its very edge. */
const SPOTS = [
  [0.1, 0.1],
  [0.9, 0.1],
  [0.9, 0.9],
  [0.1, 0.9],
] as const
/** Nearer to a point than this share of the scan's shorter side, a stand-in would tear at it. */
const TOO_NEAR = 0.2

/**
 * The points that give the warp. A sheet that was laid by hand is carried by four stand-ins until its own points are
 * enough and well spread: one point shifts the whole sheet, two shift, turn and scale it, so that the stand-ins never
 * pull against what was placed. They are made anew from the points each time and are kept nowhere.
 *
 * Decision: docs/decisions/2026-11-24-lay-and-pull.md
 */
export function fittedPoints(
  { points, transformationType: type, projection, laid }: Laid,
  scan: ScanSize,
): FittedPoints {
  const alone = { points, type, ...(projection !== undefined && { projection }), isCarried: false }
  if (!laid) return alone
  const enabled = points.filter((point) => point.enabled)
  if (enabled.length >= minimumPoints(type) && areSpread(enabled, scan)) return alone
  const placement = sheetThrough(laid, scan, enabled)
  const reach = Math.min(scan.width, scan.height) * TOO_NEAR
  const standIns = SPOTS.map(([x, y]): ImagePoint => [x * scan.width, y * scan.height])
    .filter((spot) =>
      enabled.every(({ image }) => Math.hypot(image[0] - spot[0], image[1] - spot[1]) > reach),
    )
    .map((image, at) => ({
      id: `laid ${at}`,
      image,
      map: placeOnSheet(placement, scan, image),
      enabled: true,
    }))
  return { points: [...points, ...standIns], type: 'TPS', isCarried: true }
}

/** How the sheet lies now by what was laid and the points since. */
export const laidNow = ({ points, laid }: Laid, scan: ScanSize): SheetPlacement | null =>
  laid
    ? sheetThrough(
        laid,
        scan,
        points.filter((point) => point.enabled),
      )
    : null
