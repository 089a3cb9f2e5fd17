import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'
import { toUpright } from '../../../contract/exif-orientation.ts'
import type { EmbeddedControlPoint, EmbeddedControlPoints } from './converted-scan.ts'
import type { Transformation } from '../../../gcp-files/reference-systems/transformation.ts'
import type { RasterWarning } from '../../../cog/raster-warning.ts'
import { TAG } from '../../../cog/file/tiff-tags.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'
import { codeOfKeys, isPixelAPoint, readGeoKeys, wktOfKeys } from './geo-keys.ts'
import type { GeoKeys } from './geo-keys.ts'

/**
 * Control points that a GeoTIFF carries: its tie points, when there are several, or the corners of its own
 * georeferencing. They are offered to the user, converted to EPSG:3857; the image points are of the stored image, with
 * the half pixel of PixelIsPoint put right (GeoTIFF 1.1, requirement 17).
 */
export async function readEmbeddedControlPoints(directory: TiffDirectory): Promise<Embedded> {
  try {
    return await readPoints(directory)
  } catch (error) {
    // Tags that point outside of the file spoil the georeferencing, not the picture.
    if (!(error instanceof RangeError)) throw error
    return { warnings: [{ code: 'georeferencingUnusable', details: { crs: 'unreadable' } }] }
  }
}

/** The same points on the upright image. */
export function uprightPoints(
  embedded: EmbeddedControlPoints,
  stored: { readonly storedWidth: number; readonly storedHeight: number; readonly orientation: number },
): EmbeddedControlPoints {
  const points = embedded.points.map(({ image, map }) => ({
    image: toUpright(image, stored.orientation, stored.storedWidth, stored.storedHeight),
    map,
  }))
  return { ...embedded, points }
}

interface Embedded {
  readonly points?: EmbeddedControlPoints
  readonly warnings: readonly RasterWarning[]
}

async function readPoints(directory: TiffDirectory): Promise<Embedded> {
  const keys = await readGeoKeys(directory)
  if (!keys) return { warnings: [] }
  const found = (await tiePoints(directory, keys)) ?? (await corners(directory, keys))
  if (!found) return { warnings: [] }
  const code = codeOfKeys(keys)
  const crs = code === undefined ? 'user-defined' : `EPSG:${code}`
  const transformation = await transformationOf(keys, found.points)
  const points =
    transformation && found.points.map(({ image, map }) => ({ image, map: transformation.toMap(...map) }))
  if (!transformation || !points?.every(({ image, map }) => [...image, ...map].every(Number.isFinite))) {
    return { warnings: [{ code: 'georeferencingUnusable', details: { crs } }] }
  }
  const { count } = found
  const warnings: RasterWarning[] =
    count > points.length ? [{ code: 'pointsThinned', details: { count, kept: points.length } }] : []
  return { points: { source: found.source, crs, datum: transformation.tie, points }, warnings }
}

/** The same way as points of a file go; null where the system is not known or cannot be computed. */
async function transformationOf(
  keys: GeoKeys,
  points: readonly EmbeddedControlPoint[],
): Promise<Transformation | null> {
  // Most scans carry no points, and the library of projections is what takes longest to load.
  const [{ systemOfText }, { systemOfCode }, { transformationAt }] = await Promise.all([
    import('../../../gcp-files/reference-systems/system-of-text.ts'),
    import('../../../gcp-files/reference-systems/epsg-register.ts'),
    import('../../../gcp-files/reference-systems/transformation.ts'),
  ])
  const code = codeOfKeys(keys)
  const text = code === undefined ? await wktOfKeys(keys, systemOfCode) : `EPSG:${code}`
  const found = text === null ? null : await systemOfText(text)
  if (!found?.ok) return null
  const mean = (axis: 0 | 1) => points.reduce((sum, { map }) => sum + map[axis], 0) / points.length
  return transformationAt(found.system, [mean(0), mean(1)])
}

interface Found extends Pick<EmbeddedControlPoints, 'source' | 'points'> {
  /** How many the file has; `points` are no more than a map may have. */
  readonly count: number
}

/** Tie points without a pixel scale: `[column, row, level, x, y, z] * n`. */
async function tiePoints(directory: TiffDirectory, keys: GeoKeys): Promise<Found | undefined> {
  const values = await directory.numbers(TAG.tiePoints)
  const count = Math.floor(values.length / 6)
  if (count < 3 || directory.has(TAG.pixelScale)) return undefined
  const shift = isPixelAPoint(keys) ? 0.5 : 0
  const points: EmbeddedControlPoint[] = []
  const kept = Math.min(count, MAX_CONTROL_POINTS)
  for (let index = 0; index < kept; index++) {
    // Grids of tie points are dense and even: one point in n tells the same.
    const at = Math.floor((index * count) / kept) * 6
    const [column = 0, row = 0, , x = 0, y = 0] = values.slice(at, at + 5)
    points.push({ image: [column + shift, row + shift], map: [x, y] })
  }
  return { source: 'gcps', points, count }
}

/** The four corners under the file's affine georeferencing. */
async function corners(directory: TiffDirectory, keys: GeoKeys): Promise<Found | undefined> {
  const affine = await affineTransformation(directory)
  if (!affine) return undefined
  const width = await directory.number(TAG.width, 0)
  const height = await directory.number(TAG.height, 0)
  const shift = isPixelAPoint(keys) ? 0.5 : 0
  const imagePoints: [number, number][] = [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
  ]
  return {
    source: 'georeferencing',
    count: imagePoints.length,
    points: imagePoints.map((image) => ({ image, map: affine(image[0] - shift, image[1] - shift) })),
  }
}

async function affineTransformation(
  directory: TiffDirectory,
): Promise<((column: number, row: number) => [x: number, y: number]) | undefined> {
  const matrix = await directory.numbers(TAG.transformation)
  if (matrix.length === 16) {
    const [a = 0, b = 0, , d = 0, e = 0, f = 0, , h = 0] = matrix
    return (column, row) => [a * column + b * row + d, e * column + f * row + h]
  }
  const [scaleX, scaleY] = await directory.numbers(TAG.pixelScale)
  const [column0 = 0, row0 = 0, , x0, y0] = await directory.numbers(TAG.tiePoints)
  if (scaleX === undefined || scaleY === undefined || x0 === undefined || y0 === undefined) return undefined
  return (column, row) => [x0 + (column - column0) * scaleX, y0 - (row - row0) * scaleY]
}
