import type { ImagePoint } from '../../../contract/control-points.ts'

/** Width and height of a scan in its own px. */
export interface ScanSize {
  readonly width: number
  readonly height: number
}

/** Whether an image point lies on the scan; its edge belongs to it. */
export function isOnScan([x, y]: ImagePoint, { width, height }: ScanSize): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height
}

/** The image point itself, or the nearest one on the scan's edge: what a hand moves stays on the scan. */
export function heldOnScan([x, y]: ImagePoint, { width, height }: ScanSize): ImagePoint {
  return [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))]
}
