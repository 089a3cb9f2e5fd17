import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'

/**
 * The tool that places pairs by clicking, as a state machine without side effects.
 *
 * - From the scan: a click sets the image point, the next click on the map completes the pair.
 * - From the map, while nothing can be predicted: the same the other way round.
 * - From the map, once the warp is known: a click picks a place of the overlay, its image point is predicted, a
 *   temporary point with a line to the cursor shows, and the second click says where that place truly lies.
 */
export type Placement =
  | { readonly kind: 'idle' }
  | { readonly kind: 'imageSet'; readonly image: ImagePoint }
  | { readonly kind: 'mapSet'; readonly map: MapPoint }
  | {
      readonly kind: 'predicted'
      readonly image: ImagePoint
      /** Where the overlay showed it. */
      readonly from: MapPoint
      /** Where the pointer is now. */
      readonly cursor: MapPoint
    }

export type PlacementEvent =
  | { readonly type: 'scanClick'; readonly image: ImagePoint }
  /** `predicted`: the image point of the place by the warp, or null while there is none. */
  | { readonly type: 'mapClick'; readonly map: MapPoint; readonly predicted: ImagePoint | null }
  | { readonly type: 'mapMove'; readonly map: MapPoint }
  | { readonly type: 'cancel' }

export interface PlacementStep {
  readonly placement: Placement
  /** The pair that the event completed. */
  readonly pair?: { readonly image: ImagePoint; readonly map: MapPoint }
}

export const IDLE: Placement = { kind: 'idle' }

/** The next state, and the pair that is to be added, if the event completed one. */
export function nextPlacement(placement: Placement, event: PlacementEvent): PlacementStep {
  switch (event.type) {
    case 'cancel':
      return { placement: IDLE }
    case 'mapMove':
      return { placement: placement.kind === 'predicted' ? { ...placement, cursor: event.map } : placement }
    case 'scanClick':
      return placement.kind === 'mapSet'
        ? completed(event.image, placement.map)
        : { placement: { kind: 'imageSet', image: event.image } }
    case 'mapClick':
      return mapClicked(placement, event.map, event.predicted)
  }
}

function mapClicked(placement: Placement, map: MapPoint, predicted: ImagePoint | null): PlacementStep {
  if (placement.kind === 'imageSet' || placement.kind === 'predicted') return completed(placement.image, map)
  if (predicted) return { placement: { kind: 'predicted', image: predicted, from: map, cursor: map } }
  return { placement: { kind: 'mapSet', map } }
}

function completed(image: ImagePoint, map: MapPoint): PlacementStep {
  return { placement: IDLE, pair: { image, map } }
}
