import type { Transformation } from '../../../../contract/api/map-record.ts'
import type { PlacementError } from '../../../../contract/api/public-map.ts'
import { MIN_POINTS } from '../../../../contract/control-points.ts'
import type { MapColumns } from '../../../db/queries/map-writes.ts'
import type { VersionRow } from '../../../db/queries/transforms.ts'
import type { FitRequest } from '../../../raster/warp/fit.ts'
import type { Fits } from '../../transform/fits.ts'
import { LoadingCache } from '../../cache/loading-cache.ts'
import { enabledPairs, requirePlaced, type SeenMap } from '../pages/public-map.ts'

/** Strangers wait for one another, in one turn beside the users’. */
const STRANGERS = 'strangers'
const MOST_CACHED = 2_000

/** The fit that tells how exactly an overlay lies; undefined where there are too few points for one. */
export function fitToJudge(
  { imageWidth, imageHeight }: { readonly imageWidth: number | null; readonly imageHeight: number | null },
  transformation: Transformation,
): FitRequest | undefined {
  const pairs = enabledPairs(transformation)
  const { transformationType, projection, imagePoints, mapPoints, mask } = transformation
  if (imageWidth === null || imageHeight === null || pairs.length < MIN_POINTS[transformationType])
    return undefined
  const gcps = pairs.flatMap((index) => {
    const [pixel, place] = [imagePoints[index], mapPoints[index]]
    return pixel && place ? [{ image: [pixel.pixelX, pixel.pixelY] as const, map: place }] : []
  })
  return {
    gcps,
    transformationType,
    ...(projection !== undefined && { projection }),
    imageSize: [imageWidth, imageHeight],
    judged: { crop: mask ?? [] },
  }
}

/** The fit that outlines what an overlay shows; undefined as of `fitToJudge`, or where it has no crop. */
export function fitToOutline(
  size: Parameters<typeof fitToJudge>[0],
  transformation: Transformation,
): FitRequest | undefined {
  const request = fitToJudge(size, transformation)
  if (!request || !transformation.mask) return undefined
  const { judged: _, ...fit } = request
  return { ...fit, mask: transformation.mask }
}

/** Tells how exactly overlays lie; a version never changes, so that each is judged once a process. */
export class PlacementErrors {
  readonly #known = new LoadingCache<PlacementError | null>({ max: MOST_CACHED })
  readonly #fits: Fits

  constructor({ fits }: { readonly fits: Fits }) {
    this.#fits = fits
  }

  /**
   * Of the published overlay of a map, for anyone who may see it. Null where the points are too few to tell.
   *
   * @throws Refusal 404 where it has none; 429 where too many ask at once
   */
  async of(seen: SeenMap): Promise<PlacementError | null> {
    const { row, version } = requirePlaced(seen)
    return this.ofVersion(row.map, version, STRANGERS)
  }

  /**
   * Of any overlay. Null where the points are too few to tell.
   *
   * @param asker whose turn it takes
   * @throws Refusal 429 where too much of theirs waits
   */
  async ofVersion(
    size: Pick<MapColumns, 'imageWidth' | 'imageHeight'>,
    { id, transformation }: VersionRow,
    asker: string,
  ): Promise<PlacementError | null> {
    const request = fitToJudge(size, transformation)
    if (!request) return null
    return this.#known.get(id, async () => {
      const report = await this.#fits.fit(asker, request)
      return report.typicalError ?? null
    })
  }
}
