import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import { drawnOnMap } from './tool-drawing.ts'
import type { ToolDrawing } from './tool-drawing.ts'

/**
 * A pair of which a part is placed.
 *
 * - From the scan: a press sets the image point, the next press on the map completes the pair. Once the warp is known,
 *   a mark waits on the map where it would have the place.
 * - From the map, while nothing can be predicted: the same the other way round.
 * - From the map, once the warp is known: a press picks a place of the overlay, its image point is predicted, a
 *   temporary point with a line to the cursor shows, and the second press says where that place truly lies. A press on
 *   the scan instead says which place of the scan the first press meant.
 */
export type HalfPair =
  | {
      readonly kind: 'imageSet'
      readonly image: ImagePoint
      /** Where the warp would have it; absent while that is not known. */
      readonly expected?: MapPoint
    }
  | { readonly kind: 'mapSet'; readonly map: MapPoint }
  | {
      readonly kind: 'predicted'
      readonly image: ImagePoint
      /** Where the overlay showed it. */
      readonly from: MapPoint
      /** Where the pointer is now. */
      readonly cursor: MapPoint
    }

/** A pair that is to be added. */
export interface WholePair {
  readonly kind: 'whole'
  readonly image: ImagePoint
  readonly map: MapPoint
}

/** After a press on the scan; null: nothing was placed before. */
export function withImage(half: HalfPair | null, image: ImagePoint): HalfPair | WholePair {
  if (half?.kind === 'mapSet') return { kind: 'whole', image, map: half.map }
  if (half?.kind === 'predicted') return { kind: 'whole', image, map: half.from }
  return { kind: 'imageSet', image }
}

/** After a press on the map. `predicted`: the image point of the place by the warp, or null while there is none. */
export function withMap(
  half: HalfPair | null,
  map: MapPoint,
  predicted: ImagePoint | null,
): HalfPair | WholePair {
  if (half && half.kind !== 'mapSet') return { kind: 'whole', image: half.image, map }
  if (predicted) return { kind: 'predicted', image: predicted, from: map, cursor: map }
  return { kind: 'mapSet', map }
}

/** What shows of a half-placed pair. */
export function halfPairDrawing(half: HalfPair): ToolDrawing {
  switch (half.kind) {
    case 'imageSet':
      return { ...drawnOnMap({ pending: half.expected ?? null }), scan: { pending: half.image } }
    case 'mapSet':
      return drawnOnMap({ pending: half.map })
    case 'predicted':
      return {
        ...drawnOnMap({ temporary: { from: half.from, cursor: half.cursor } }),
        scan: { pending: half.image },
      }
  }
}
