import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'
import { toUpright } from '../../../contract/exif-orientation.ts'
import type { EmbeddedControlPoint, EmbeddedControlPoints } from './converted-scan.ts'
import { systemOfText } from '../../../gcp-files/reference-systems/system-of-text.ts'
import { type Transformation, transformationAt } from '../../../gcp-files/reference-systems/transformation.ts'
import type { RasterWarning } from '../raster-warning.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import type { TiffDirectory } from '../tiff/tiff-directory.ts'

/** GeoTIFF keys and codes. */
const KEY = { rasterType: 1025, geographic: 2048, projected: 3072 } as const
const PIXEL_IS_POINT = 2
const USER_DEFINED = 32767

interface ReferenceSystem {
  /** EPSG code; undefined for one the file defines itself. */
  readonly epsg?: number
  readonly pixelIsPoint: boolean
}

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
  const system = await referenceSystem(directory)
  if (!system) return { warnings: [] }
  const found = (await tiePoints(directory, system)) ?? (await corners(directory, system))
  if (!found) return { warnings: [] }
  const crs = system.epsg === undefined ? 'user-defined' : `EPSG:${system.epsg}`
  const transformation = await transformationOf(system, found.points)
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
  { epsg }: ReferenceSystem,
  points: readonly EmbeddedControlPoint[],
): Promise<Transformation | null> {
  const found = epsg === undefined ? null : await systemOfText(`EPSG:${epsg}`)
  if (!found?.ok) return null
  const mean = (axis: 0 | 1) => points.reduce((sum, { map }) => sum + map[axis], 0) / points.length
  return transformationAt(found.system, [mean(0), mean(1)])
}

async function referenceSystem(directory: TiffDirectory): Promise<ReferenceSystem | undefined> {
  const keys = await directory.numbers(TAG.geoKeys)
  if (keys.length < 4) return undefined
  const values = new Map<number, number>()
  for (let at = 4; at + 3 < keys.length; at += 4) {
    const [key, location, , value] = keys.slice(at, at + 4)
    if (key !== undefined && value !== undefined && location === 0) values.set(key, value)
  }
  const epsg = values.get(KEY.projected) ?? values.get(KEY.geographic)
  const pixelIsPoint = values.get(KEY.rasterType) === PIXEL_IS_POINT
  return epsg === undefined || epsg === USER_DEFINED ? { pixelIsPoint } : { epsg, pixelIsPoint }
}

interface Found extends Pick<EmbeddedControlPoints, 'source' | 'points'> {
  /** How many the file has; `points` are no more than a map may have. */
  readonly count: number
}

/** Tie points without a pixel scale: `[column, row, level, x, y, z] * n`. */
async function tiePoints(directory: TiffDirectory, system: ReferenceSystem): Promise<Found | undefined> {
  const values = await directory.numbers(TAG.tiePoints)
  const count = Math.floor(values.length / 6)
  if (count < 3 || directory.has(TAG.pixelScale)) return undefined
  const shift = system.pixelIsPoint ? 0.5 : 0
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
async function corners(directory: TiffDirectory, system: ReferenceSystem): Promise<Found | undefined> {
  const affine = await affineTransformation(directory)
  if (!affine) return undefined
  const width = await directory.number(TAG.width, 0)
  const height = await directory.number(TAG.height, 0)
  const shift = system.pixelIsPoint ? 0.5 : 0
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
