import type { ImagePoint, MapPoint } from '../../../../contract/control-points.ts'
import { geodesicMetres } from '../../../geometry/ground-distance.ts'
import type { Corners } from './sheet-edges.ts'

/** How four corners on the scan and on the map go together. */
export interface SheetFit {
  readonly widthMetres: number
  readonly heightMetres: number
  /** Metres on the ground of one px of the scan, across and down. */
  readonly across: number
  readonly down: number
  /** The two differ by more than paper shrinks: a corner is probably wrong. */
  readonly isUneven: boolean
}

/** Old paper shrinks one way by up to so much more than the other. */
const UNEVEN_SHARE = 0.03

/** @param image,map both north-west first, clockwise */
export function sheetFit(image: Corners<ImagePoint>, map: Corners<MapPoint>): SheetFit {
  const px = (a: ImagePoint, b: ImagePoint) => Math.hypot(a[0] - b[0], a[1] - b[1])
  const mean = <T>([nw, ne, se, sw]: Corners<T>, length: (a: T, b: T) => number) => ({
    width: (length(nw, ne) + length(sw, se)) / 2,
    height: (length(nw, sw) + length(ne, se)) / 2,
  })
  const [inPx, onGround] = [mean(image, px), mean(map, geodesicMetres)]
  const [across, down] = [onGround.width / inPx.width, onGround.height / inPx.height]
  return {
    widthMetres: onGround.width,
    heightMetres: onGround.height,
    across,
    down,
    isUneven: !(Math.abs(across / down - 1) <= UNEVEN_SHARE),
  }
}
