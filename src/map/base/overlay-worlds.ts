import { WORLD_METRES } from '../../../contract/worlds.ts'
import type { MapBox } from '../../geometry/camera.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { WarpMesh, WarpView } from '../../../workers/warp/warp-api.ts'
import { onceFor } from '../once-for.ts'

/** The box of a file. */
export const boxOfGrid = (
  { width, height }: Pick<Pyramid, 'width' | 'height'>,
  { originX, originY, pixelSize }: NonNullable<Pyramid['grid']>,
): MapBox => ({
  minX: originX,
  minY: originY - height * pixelSize,
  maxX: originX + width * pixelSize,
  maxY: originY,
})

/** Nodes of a mesh furthest to the east and north. */
const reachOf = onceFor((ij: Uint16Array) => {
  let [right, up] = [0, 0]
  for (let at = 0; at < ij.length; at += 2) {
    right = Math.max(right, ij[at] ?? 0)
    up = Math.max(up, ij[at + 1] ?? 0)
  }
  return [right, up] as const
})

/** The box of a mesh. */
export function boxOfMesh({ origin, step, ij }: WarpMesh): MapBox {
  const [right, up] = reachOf(ij)
  return { minX: origin[0], minY: origin[1], maxX: origin[0] + right * step, maxY: origin[1] + up * step }
}

const meshesMoved = onceFor<WarpMesh, Map<number, WarpMesh>>(() => new Map())

/** The same mesh so many metres further east; the same object for the same mesh. */
export function meshMoved(mesh: WarpMesh | null, world: number): WarpMesh | null {
  if (!mesh || world === 0) return mesh
  const known = meshesMoved(mesh).get(world)
  if (known) return known
  const moved: WarpMesh = { ...mesh, origin: [mesh.origin[0] + world, mesh.origin[1]] }
  meshesMoved(mesh).set(world, moved)
  return moved
}

/** The same view so many metres further east. */
export const viewMoved = (view: WarpView, world: number): WarpView =>
  world === 0
    ? view
    : { ...view, min: [view.min[0] + world, view.min[1]], max: [view.max[0] + world, view.max[1]] }

/** Name of the layer that draws a raster in another world than its own. */
export const layerId = (name: string, world: number) =>
  world === 0 ? name : `${name}-${Math.round(world / WORLD_METRES)}`
