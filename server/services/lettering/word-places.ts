import type { Transformation } from '../../../contract/api/map-record.ts'
import { MIN_POINTS } from '../../../contract/control-points.ts'
import { lonLatOf } from '../../../contract/web-mercator.ts'
import { RasterError } from '../../../cog/raster-error.ts'
import { enabledPairs } from '../maps/pages/public-map.ts'
import type { Fits } from '../transform/fits.ts'

/** Digits after the point of a degree: a centimetre. */
const DEGREE_DIGITS = 7

export type LonLat = [lon: number, lat: number]

/**
 * Where the middles of words lie by the control points of an overlay, in degrees of WGS 84; null where nowhere.
 *
 * @param asker whose turn it takes
 * @throws Refusal 429 where too much of theirs waits
 */
export async function placeWords(
  fits: Fits,
  asker: string,
  transformation: Transformation,
  words: readonly { readonly x: number; readonly y: number }[],
): Promise<(LonLat | null)[]> {
  const { imagePoints, mapPoints, transformationType } = transformation
  const gcps = enabledPairs(transformation).flatMap((index) => {
    const [pixel, map] = [imagePoints[index], mapPoints[index]]
    return pixel && map ? [{ image: [pixel.pixelX, pixel.pixelY] as const, map }] : []
  })
  if (words.length === 0 || gcps.length < MIN_POINTS[transformationType]) return words.map(() => null)
  const pixels = Float64Array.from(words.flatMap(({ x, y }) => [x, y]))
  try {
    const places = await fits.place(asker, { gcps, transformationType, pixels })
    return words.map((_, at) => degreesOf(places[2 * at]!, places[2 * at + 1]!))
  } catch (error) {
    // An overlay of an earlier release may stand on points that are refused today: its words lie nowhere.
    if (error instanceof RasterError) return words.map(() => null)
    throw error
  }
}

function degreesOf(x: number, y: number): LonLat | null {
  const [lon, lat] = lonLatOf([x, y])
  if (!Number.isFinite(lon) || !Number.isFinite(lat)) return null
  return [Number(lon.toFixed(DEGREE_DIGITS)), Number(lat.toFixed(DEGREE_DIGITS))]
}
