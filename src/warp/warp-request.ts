import type { ControlPoint, TransformationType } from '../../contract/control-points.ts'
import type { ScanPyramid, WarpRequest } from '../../workers/warp/warp-api.ts'

/** A pair as a fit takes it. */
export type FitPoint = Pick<ControlPoint, 'image' | 'map' | 'enabled'>

/** How points are fitted. */
export interface FitKind {
  readonly type: TransformationType
  /** The projection that the map is drawn in, as a text; none: EPSG:3857. */
  readonly projection?: string | undefined
}

/** What the warp worker is asked for these points; null while none is switched on. */
export function warpRequest(
  points: readonly FitPoint[],
  { type, projection }: FitKind,
  scan: ScanPyramid,
  dragging: boolean,
): WarpRequest | null {
  const enabled = points.filter((point) => point.enabled)
  if (enabled.length === 0) return null
  const gcps = new Float64Array(enabled.flatMap(({ image, map }) => [image[0], image[1], map[0], map[1]]))
  return { type, ...(projection !== undefined && { projection }), gcps, scan, dragging }
}

/** Ids of the points that are fitted, in the order of the request. */
export function fittedIds(points: readonly ControlPoint[]): string[] {
  return points.flatMap(({ id, enabled }) => (enabled ? [id] : []))
}
