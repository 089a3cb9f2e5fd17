import type { ImagePoint } from '../../../contract/control-points.ts'
import type { ScanSize } from '../../../gcp-files/gcp-file.ts'
import type { MatchAnswer, MatchedPlace } from '../../../workers/match/match-api.ts'
import type { MapSource } from './source-of-map.ts'

export type Matched = Extract<MatchAnswer, { kind: 'matched' }>

/** A point of the other map, by its number there, and where it lies in this scan. */
export interface MatchedPoint extends MatchedPlace {
  readonly number: number
}

/** How sure a match is: by how many spots agree on it, and how much of both looks alike. */
export type Sureness = 'sure' | 'fairlySure' | 'unsure'

const MANY_SPOTS = 60
const ENOUGH_SPOTS = 20
const MOSTLY_ALIKE = 0.8
const WELL_ALIKE = 0.65

/** The points of the other map, in its order. */
export const matchedPoints = ({ places }: Matched): readonly MatchedPoint[] =>
  places.map((place, index) => ({ ...place, number: index + 1 }))

/** Points are taken where they are seen, and where there is nothing but paper, so that nothing speaks against them. */
export const isTaken = ({ kind }: MatchedPlace) => kind === 'found' || kind === 'plain'

/** In words, for whom shares and numbers say little. */
export function surenessOf({ spots, alikeShare }: Matched): Sureness {
  if (spots >= MANY_SPOTS && alikeShare >= MOSTLY_ALIKE) return 'sure'
  return spots >= ENOUGH_SPOTS && alikeShare >= WELL_ALIKE ? 'fairlySure' : 'unsure'
}

/** The other map's placement on this scan: points that are taken, at their places here, and its crop as the scans lie. */
export function matchedSource(source: MapSource, matched: Matched, scan: ScanSize): MapSource {
  const [a, b, c, d, e, f] = matched.transform
  const across = ([x, y]: ImagePoint): ImagePoint => [a * x + b * y + c, d * x + e * y + f]
  const { points, placement, ...file } = source.file
  return {
    ...source,
    file: {
      ...file,
      points: points.flatMap((point, index) => {
        const place = matched.places[index]
        return place && isTaken(place) ? [{ ...point, image: place.place }] : []
      }),
      ...(placement && {
        placement: {
          ...placement,
          imageSize: { width: scan.width, height: scan.height },
          mask: placement.mask.map((ring) => ring.map(across)),
        },
      }),
    },
  }
}
