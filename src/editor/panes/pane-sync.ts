import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { metresPerPixelAt, zoomForMetresPerPixel } from '../../geometry/mercator.ts'

/** Camera of one pane without its turn. */
export interface FlatCamera {
  readonly centre: readonly [number, number]
  readonly zoom: number
}

/** Centres nearer than this, in CSS px of the pane that follows, are left alone: it would only tremble. */
export const SYNC_THRESHOLD_PX = 2

/** Lengths of the two probes that measure the scale about a centre, CSS px of the leading pane. */
export const PROBE_PX = 50

/**
 * Where the probes about the centre of a scan camera lie: the centre, then one to the right and one below.
 */
export function scanProbes({ centre: [x, y], zoom }: FlatCamera): readonly ImagePoint[] {
  const step = PROBE_PX / 2 ** zoom
  return [
    [x, y],
    [x + step, y],
    [x, y + step],
  ]
}

/** The same about the centre of a base camera. */
export function mapProbes({ centre: [x, y], zoom }: FlatCamera): readonly MapPoint[] {
  const step = PROBE_PX * metresPerPixelAt(zoom)
  return [
    [x, y],
    [x + step, y],
    [x, y + step],
  ]
}

/**
 * The base camera that shows what a scan camera shows, as large as it does, from the map points of `scanProbes`.
 * Null where the warp has none.
 */
export function baseCameraFor(probes: readonly (MapPoint | null)[]): FlatCamera | null {
  const metres = meanReach(probes)
  const centre = probes[0]
  if (!centre || metres === null) return null
  return { centre, zoom: zoomForMetresPerPixel(metres / PROBE_PX) }
}

/** The scan camera that shows what a base camera shows, from the image points of `mapProbes`. */
export function scanCameraFor(probes: readonly (ImagePoint | null)[]): FlatCamera | null {
  const pixels = meanReach(probes)
  const centre = probes[0]
  if (!centre || pixels === null) return null
  return { centre, zoom: Math.log2(PROBE_PX / pixels) }
}

/** Geometric mean of the distances of the two probes from the centre: the scale, whatever the turn. */
function meanReach([centre, right, below]: readonly (readonly [number, number] | null)[]): number | null {
  if (!centre || !right || !below) return null
  const reach = Math.sqrt(
    Math.hypot(right[0] - centre[0], right[1] - centre[1]) *
      Math.hypot(below[0] - centre[0], below[1] - centre[1]),
  )
  return Number.isFinite(reach) && reach > 0 ? reach : null
}
