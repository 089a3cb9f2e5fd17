import { type MapPlaneResult, mapPlaneOf } from '../../gcp-files/map-plane/map-plane.ts'
import type { PlaneLattice } from '../../gcp-files/map-plane/plane-lattice.ts'
import { RasterError } from '../raster-error.ts'

/** A text in an error: as much as tells which one it is. */
const SHOWN_CHARS = 80

interface ProjectedSheet {
  readonly projection: string
  /** `[imageX, imageY, mapX, mapY] * n`. */
  readonly gcps: Float64Array
  readonly imageSize: readonly [width: number, height: number]
}

/**
 * The way from EPSG:3857 into the plane of a map's own projection, around its sheet; undefined where that is the same
 * plane.
 *
 * @throws RasterError `projectionUnusable`
 */
export async function mapLattice({
  projection,
  gcps,
  imageSize: [width, height],
}: ProjectedSheet): Promise<PlaneLattice | undefined> {
  const found: MapPlaneResult = await mapPlaneOf(projection)
  if (!found.ok) throw new RasterError('projectionUnusable', { projection: projection.slice(0, SHOWN_CHARS) })
  return found.plane?.lattice({ gcps, width, height })
}
