import { toUpright, uprightSize } from '../contract/exif-orientation.ts'
import type { ImagePoint, MapPoint } from '../contract/control-points.ts'
import type { GcpFile, GcpFileError, GcpFilePoint, ScanSize } from './gcp-file.ts'
import { GcpFileFault } from './gcp-file.ts'
import { countsStoredPixels } from './gcp-formats.ts'
import { systemOfText } from './reference-systems/system-of-text.ts'
import { transformationAtMap } from './reference-systems/transformation.ts'

/** What is known of the scan that points are read for. */
export interface Scan extends ScanSize {
  /** What its file is called. */
  readonly name?: string
  /** EXIF orientation, 1 to 8, by which the stored picture was turned to the size given here. */
  readonly orientation?: number
  /** Where the scan's own file puts its corners: it is a raster that was placed before. */
  readonly georeference?: {
    /** As `EPSG:3346`. */
    readonly crs: string
    /** Pixels of the upright scan and EPSG:3857 metres. */
    readonly corners: readonly { readonly image: ImagePoint; readonly map: MapPoint }[]
  }
}

/** Which picture a file counts its pixels on: the scan as it is shown, or as it is stored, before EXIF turns it. */
export const PIXEL_FRAMES = ['upright', 'stored'] as const
export type PixelFrame = (typeof PIXEL_FRAMES)[number]

export interface OntoScan {
  readonly file: GcpFile
  /** Null where there is no question: the scan is not turned, or the file's program turns it as well. */
  readonly frame: PixelFrame | null
  /** The points lay on the map of a raster that was placed before, and were brought to its pixels. */
  readonly isThroughRaster: boolean
}

export type OntoScanResult =
  | ({ readonly ok: true } & OntoScan)
  | { readonly ok: false; readonly error: GcpFileError }

/**
 * Brings the image points of a file to the pixels of the scan as it is shown. Programs on GDAL count the pixels of the
 * stored picture, and take for the source of a raster that is placed already the coordinates of its own map.
 * @param wanted what the user says of the frame, before what is found
 * An error `sourceInMapUnits` where points are no pixels, and the scan does not tell what they are.
 */
export async function ontoScan(file: GcpFile, scan: Scan, wanted?: PixelFrame): Promise<OntoScanResult> {
  try {
    return { ok: true, ...(await broughtOnto(file, scan, wanted)) }
  } catch (error) {
    if (error instanceof GcpFileFault) return { ok: false, error: error.details }
    throw error
  }
}

async function broughtOnto(file: GcpFile, scan: Scan, wanted: PixelFrame | undefined): Promise<OntoScan> {
  if (file.format !== 'world' && file.format !== 'annotation') {
    const onRaster = await pixelsOfRaster(file, scan)
    if (onRaster) return { file: onRaster, frame: null, isThroughRaster: true }
    if (file.points.every(({ image }) => isFarOff(image, scan)))
      throw new GcpFileFault({ code: 'sourceInMapUnits', value: file.points[0]?.image.join(' ') ?? '' })
  }
  if (!isTurned(scan) || !countsStoredPixels(file.format))
    return { file, frame: null, isThroughRaster: false }
  const frame = wanted ?? frameOf(file, scan)
  return { file: frame === 'stored' ? turnedUpright(file, scan) : file, frame, isThroughRaster: false }
}

const isTurned = ({ orientation = 1 }: Scan): boolean => orientation > 1 && orientation <= 8

/** Sizes of the scan that a point must lie away from it to be no pixel, whatever was aimed at. */
const FAR_OFF = 10

const isFarOff = ([x, y]: ImagePoint, { width, height }: ScanSize): boolean => {
  const reach = FAR_OFF * Math.max(width, height)
  return Math.abs(x - width / 2) > reach || Math.abs(y - height / 2) > reach
}

const storedSize = ({ width, height, orientation = 1 }: Scan): ScanSize =>
  // The table of orientations is its own inverse as to which of them swap the sides.
  uprightSize({ storedWidth: width, storedHeight: height, orientation })

function turnedUpright(file: GcpFile, scan: Scan): GcpFile {
  const stored = storedSize(scan)
  const points = file.format === 'world' ? cornersOf(file.points, scan, stored) : file.points
  const turn = (image: ImagePoint) => toUpright(image, scan.orientation ?? 1, stored.width, stored.height)
  return { ...file, points: points.map((point) => ({ ...point, image: turn(point.image) })) }
}

/** The corners that a world file gives to a scan of that size, from those that it gave to one of another size. */
function cornersOf(points: readonly GcpFilePoint[], read: ScanSize, size: ScanSize): GcpFilePoint[] {
  const [topLeft, topRight, , bottomLeft] = points.map(({ ground }) => ground)
  return points.map((point) => {
    const [x, y] = [point.image[0] === 0 ? 0 : size.width, point.image[1] === 0 ? 0 : size.height]
    const at = (axis: 0 | 1): number => {
      const origin = topLeft?.[axis] ?? NaN
      const across = ((topRight?.[axis] ?? NaN) - origin) / read.width
      const down = ((bottomLeft?.[axis] ?? NaN) - origin) / read.height
      return origin + across * x + down * y
    }
    return { ...point, image: [x, y], ground: [at(0), at(1)] }
  })
}

/**
 * The picture that the pixels of a file are counted on. Points that lie beyond one of the two frames alone tell. Else a
 * sheet that stands upright has north up and is not mirrored: files that were written here count on the scan as it is
 * shown, those of QGIS and GDAL as it is stored. A world file is read by programs that do not turn a picture.
 */
function frameOf(file: GcpFile, scan: Scan): PixelFrame {
  if (file.format === 'world') return 'stored'
  const stored = storedSize(scan)
  const beyond = (size: ScanSize) => file.points.filter(({ image }) => !isOn(image, size)).length
  const [beyondUpright, beyondStored] = [beyond(scan), beyond(stored)]
  if (beyondUpright !== beyondStored) return beyondUpright < beyondStored ? 'upright' : 'stored'
  return hasNorthUp(file.points) && !hasNorthUp(turnedUpright(file, scan).points) ? 'upright' : 'stored'
}

const isOn = ([x, y]: ImagePoint, { width, height }: ScanSize): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height

/** Whether the similarity nearest to the points turns the picture by less than 45° and does not mirror it. */
function hasNorthUp(points: readonly GcpFilePoint[]): boolean {
  const mean = (of: (point: GcpFilePoint) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [px, py] = [mean(({ image }) => image[0]), mean(({ image }) => image[1])]
  const [x, y] = [mean(({ ground }) => ground[0]), mean(({ ground }) => ground[1])]
  // Sums of the products of picture and ground, by which both similarities are fitted.
  let [xx, yy, xy, yx] = [0, 0, 0, 0]
  for (const { image, ground } of points) {
    const [right, up] = [image[0] - px, py - image[1]]
    const [east, north] = [ground[0] - x, ground[1] - y]
    xx += right * east
    yy += up * north
    xy += right * north
    yx += up * east
  }
  const [along, across] = [xx + yy, xy - yx]
  const isMirrored = Math.hypot(xx - yy, xy + yx) > Math.hypot(along, across)
  return !isMirrored && along > Math.abs(across)
}

/** How far beside its raster a point may lie, as a share of the raster. */
const BESIDE_RASTER = 0.1

/** The points on the pixels of a raster whose map they were given on; undefined: they were not. */
async function pixelsOfRaster(file: GcpFile, { georeference }: Scan): Promise<GcpFile | undefined> {
  if (!georeference) return undefined
  const toPixel = await pixelAt(georeference)
  if (!toPixel) return undefined
  // Rows that count upwards were turned when they were read; northings are none.
  for (const sign of [1, -1]) {
    const images = file.points.map(({ image: [x, y] }) => toPixel(x, sign * y))
    if (images.every(([, , isNear]) => isNear))
      return {
        ...file,
        points: file.points.map((point, index) => {
          const [x = NaN, y = NaN] = images[index] ?? []
          return { ...point, image: [x, y] }
        }),
      }
  }
  return undefined
}

type PixelAt = (x: number, y: number) => readonly [px: number, py: number, isNear: boolean]

/** From the raster's own map to its pixels: the affine through its corners. */
async function pixelAt({ crs, corners }: NonNullable<Scan['georeference']>): Promise<PixelAt | undefined> {
  const [first] = corners
  const found = await systemOfText(crs)
  const own = found.ok && first ? transformationAtMap(found.system, first.map) : null
  if (!own) return undefined
  const [a, b, , d] = corners.map(({ image, map }) => ({ image, ground: own.fromMap(map) }))
  if (!a || !b || !d) return undefined
  const across = [b.ground[0] - a.ground[0], b.ground[1] - a.ground[1]] as const
  const down = [d.ground[0] - a.ground[0], d.ground[1] - a.ground[1]] as const
  const determinant = across[0] * down[1] - across[1] * down[0]
  if (!Number.isFinite(determinant) || determinant === 0) return undefined
  return (x, y) => {
    const [east, north] = [x - a.ground[0], y - a.ground[1]]
    const u = (east * down[1] - north * down[0]) / determinant
    const v = (north * across[0] - east * across[1]) / determinant
    const along = (axis: 0 | 1) =>
      a.image[axis] + u * (b.image[axis] - a.image[axis]) + v * (d.image[axis] - a.image[axis])
    const isNear = [u, v].every((share) => share >= -BESIDE_RASTER && share <= 1 + BESIDE_RASTER)
    return [along(0), along(1), isNear]
  }
}
