import type { MapPlane } from '../../gcp-files/map-plane/map-plane.ts'
import type { WarpFailure } from './warp-api.ts'

const UNUSABLE: WarpFailure = {
  code: 'projectionUnusable',
  message: 'The projection of the map cannot be computed',
  indices: [],
}

/** The planes of the projections that were asked for; projections are loaded when the first one is. */
export interface MapPlanes {
  /** Resolves once `of` knows the projection, with what is wrong where it cannot be computed. */
  readonly load: (projection: string) => Promise<WarpFailure | null>
  /** Null: maps are fitted in that plane anyway, or it was not loaded. */
  readonly of: (projection: string) => MapPlane | null
}

export function openMapPlanes(): MapPlanes {
  const planes = new Map<string, MapPlane | null>()
  return {
    async load(projection) {
      if (planes.has(projection)) return null
      try {
        const { mapPlaneOf } = await import('../../gcp-files/map-plane/map-plane.ts')
        const found = await mapPlaneOf(projection)
        if (!found.ok) return UNUSABLE
        planes.set(projection, found.plane)
        return null
      } catch {
        // The register did not arrive; the next request asks for it again.
        return UNUSABLE
      }
    },
    of: (projection) => planes.get(projection) ?? null,
  }
}
