import { turnBetween } from '../../geometry/angles.ts'
import { fitScan, widerPadding } from '../../geometry/camera.ts'
import type { PanePadding, PaneSize, ScanCamera } from '../../geometry/camera.ts'

/** Around the whole scan, CSS px. */
const MARGIN = 24
/** One scan px may become this many CSS px: 2^5. */
const MAX_ZOOM = 5
/** The scan may become this much smaller than the pane, zoom levels. */
const BELOW_FIT = 1.5

interface ScanSize {
  readonly width: number
  readonly height: number
}

interface Framing {
  readonly scan: ScanSize
  readonly padding?: PanePadding
  /** A loupe begins closer than a hand may come. */
  readonly initialCamera?: ScanCamera
}

interface ZoomLimits {
  readonly minZoom: number
  readonly maxZoom: number
}

/** The camera that shows the whole scan clear of what lies over the pane's edges. */
export function wholeScan({ scan, padding }: Framing, pane: PaneSize, bearing = 0): ScanCamera {
  return fitScan(scan, pane, widerPadding(MARGIN, padding), bearing)
}

/** How far a pane of this size may be zoomed, as the camera's zoom. */
export function zoomLimits(framing: Framing, pane: PaneSize): ZoomLimits {
  const fit = pane.width > 0 && pane.height > 0 ? wholeScan(framing, pane).zoom : 0
  const first = framing.initialCamera?.zoom ?? fit
  return { minZoom: Math.min(fit, 0, first + BELOW_FIT) - BELOW_FIT, maxZoom: Math.max(MAX_ZOOM, fit, first) }
}

/** The camera that is shown where another is asked for: within the limits, and the scan never leaves the pane's middle. */
export function heldCamera(
  { centre, zoom, bearing }: ScanCamera,
  scan: ScanSize,
  limits: ZoomLimits,
): ScanCamera {
  return {
    centre: [clamped(centre[0], 0, scan.width), clamped(centre[1], 0, scan.height)],
    zoom: clamped(zoom, limits.minZoom, limits.maxZoom),
    bearing: turnBetween(0, bearing),
  }
}

const clamped = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))
