import { createHash } from 'node:crypto'
import { open, readFile, stat, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { MaskRing } from '../../../contract/control-points.ts'
import type { UncertaintySummary } from '../../../contract/uncertainty/uncertainty-grid.ts'
import { layoutCog } from '../cog/cog-layout.ts'
import type { CogLayout } from '../cog/cog-layout.ts'
import type { DatumTie } from '../../../contract/datum-tie.ts'
import type { ReferenceSystem } from '../../../gcp-files/reference-systems/reference-system.ts'
import { fitModel, fitWarnings, outlineOf, shownOf } from './fit.ts'
import type { FitRequest, FittedModel, Outline, ShownMap } from './fit.ts'
import { boundsIn, outputPlane, type OutputPlane, outputLattice } from './output-plane.ts'
import { gridWindow, type WarpGrid, warpGrid } from './warp-grid.ts'
import { projectPath } from '../../project-path.ts'
import { RasterError } from '../raster-error.ts'
import type { RasterWarning } from '../raster-warning.ts'
import { TAG } from '../tiff/tiff-tags.ts'
import { TiffFile } from '../tiff/tiff-directory.ts'
import { mapUncertainty } from './uncertainty.ts'
import { wideRegions } from './wide-regions.ts'
import type { ThreadSetup } from './warp-messages.ts'
import type { Encoding, WarpGcp } from '../cog/cog-content.ts'
import type { WarpToCogOptions } from './warp-options.ts'

/** Everything about a warp that is known before the first pixel. */
export interface WarpPlan {
  readonly setup: ThreadSetup
  readonly layout: CogLayout
  /** EPSG:3857, whatever the file's system is. */
  readonly footprint: Outline
  /** How the file's system lies to WGS 84, where it is not EPSG:3857. */
  readonly datum?: DatumTie
  readonly warnings: readonly RasterWarning[]
  /** How far off places may be; null where the points are too few to say. */
  readonly uncertainty: UncertaintySummary | null
  readonly threads: number
  /** Equal for equal source, model and options: then the tiles of an earlier run are good. */
  readonly hash: string
}

/** Output beyond this many pixels is refused: four times the largest scan that is read row by row. */
const MAX_OUTPUT_PIXELS = 16_000_000_000
/** Bytes a pixel that a file may need with its overviews; spools and file exist side by side at the end. */
const BYTES_PER_PIXEL: Record<Encoding, number> = { webp: 0.3, jpeg: 0.35, deflate: 3 }
const COPIES = 2
/** Part of the hash; raised when tiles are made differently. */
const FORMAT_VERSION = 7
/**
 * What the kernel's interpolated grid may be off, source pixels. A quarter of GDAL's default: it costs nothing on a map of
 * 200 points and brings the pixels of a densely drawn one from 45 to over 50 dB of the exact warp.
 */
const TOLERANCE_PX = 1 / 32
const MAX_THREADS = 8

/** @throws RasterError of the fit; `invalidMask`, `outputTooLarge`, `scanUnreadable` */
export async function planWarp(options: WarpToCogOptions): Promise<WarpPlan> {
  const { gcps, transformationType, projection, mask = [] } = options
  checkMask(mask)
  const source = await readPyramid(options.pyramidPath)
  const imageSize = source.imageSize
  const request = {
    gcps,
    transformationType,
    mask,
    imageSize,
    ...(projection !== undefined && { projection }),
  }
  const fitted = await fitModel(request)
  const { model, footprint } = fitted
  const shown = shownOf(fitted, request)
  const { outline } = shown
  const { plane, sheetGrid, grid } = options.system
    ? drawnIn(options.system, shown, fitted, request)
    : { ...shown, plane: undefined }
  const { originX, originY, pixelSize, width, height, loweredBy } = grid
  // Of the whole sheet: a crop does not change the pixels that it leaves.
  const regions = options.likeGdalwarp
    ? wideRegions(toImage(model, plane), sheetGrid, { ...source, ...options.likeGdalwarp })
    : []
  const warnings = fitWarnings(model, request)
  if (loweredBy > 1) {
    const details = { factor: Math.round(loweredBy * 10) / 10, point: farthestPoint(gcps) }
    warnings.push({ code: 'resolutionLowered', details })
  }
  const uncertainty = mapUncertainty(model, request)
  footprint.free()
  model.free()
  if (width * height > MAX_OUTPUT_PIXELS) {
    const megapixels = Math.round((width * height) / 1e6)
    throw new RasterError('outputTooLarge', {
      megapixels,
      limit: MAX_OUTPUT_PIXELS / 1e6,
      point: farthestPoint(gcps),
    })
  }
  const layout = layoutCog(width, height)
  const lattice = plane && options.system && outputLattice(plane, grid, shown.bounds, options.system)
  const setup: ThreadSetup = {
    pyramidPath: options.pyramidPath,
    imageSize,
    sourceLevels: source.levels,
    gcps,
    transformationType,
    ...(fitted.mapLattice && { mapLattice: fitted.mapLattice }),
    mask,
    resampling: options.resampling ?? 'bilinear',
    encoding: options.encoding ?? 'webp',
    wideRegions: regions,
    tolerancePx: options.exact ? 0 : TOLERANCE_PX,
    tileSize: layout.tileSize,
    levels: layout.levels.length,
    ...(lattice && { plane: lattice }),
    originX,
    originY,
    pixelSize,
    width,
    height,
  }
  const threads = threadsFor(options)
  const hash = await planHash(setup, options)
  return {
    setup,
    layout,
    footprint: outline,
    ...(plane && { datum: plane.datum }),
    warnings,
    uncertainty,
    threads,
    hash,
  }
}

/** What `shownOf` tells, in another system. @throws RasterError `inexactSystem`, `outsideSystem` */
function drawnIn(
  system: ReferenceSystem,
  { outline }: ShownMap,
  { model, footprint }: FittedModel,
  { gcps, imageSize, mask = [] }: FitRequest,
): { readonly plane: OutputPlane; readonly sheetGrid: WarpGrid; readonly grid: WarpGrid } {
  const plane = outputPlane(system, outline)
  const sheetBounds = boundsIn(plane, outlineOf(footprint))
  const sheetGrid = warpGrid(model, gcps, sheetBounds, imageSize, plane)
  const grid = mask.length === 0 ? sheetGrid : gridWindow(sheetGrid, boundsIn(plane, outline))
  return { plane, sheetGrid, grid }
}

/** Image points of places in the file's system. */
function toImage(
  model: FittedModel['model'],
  plane: OutputPlane | undefined,
): (places: Float64Array) => Float64Array {
  if (!plane) return (map) => model.mapToImage(map)
  return (places) => {
    const map = new Float64Array(places.length)
    for (let at = 0; at < places.length; at += 2)
      map.set(plane.toMap(places[at] ?? NaN, places[at + 1] ?? NaN), at)
    return model.mapToImage(map)
  }
}

/** Threads that a warp may use. */
export function threadsFor({ threads }: Pick<WarpToCogOptions, 'threads'>): number {
  return Math.max(1, threads ?? Math.min(availableParallelism(), MAX_THREADS))
}

/** @throws RasterError `diskFull` when spools and file would not fit on the disk of `folder`. */
export async function checkFreeSpace(folder: string, { setup }: WarpPlan): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = setup.width * setup.height * BYTES_PER_PIXEL[setup.encoding] * COPIES
  const free = bavail * bsize
  if (needed > free) {
    throw new RasterError('diskFull', { neededMb: Math.ceil(needed / 1e6), freeMb: Math.floor(free / 1e6) })
  }
}

interface Pyramid {
  readonly imageSize: readonly [width: number, height: number]
  readonly levels: number
}

/** Size of the scan and the number of levels that are exactly 2^k, floored. */
async function readPyramid(path: string): Promise<Pyramid> {
  try {
    const handle = await open(path, 'r')
    try {
      const directories = await (await TiffFile.open(handle)).directories(32)
      const sizes = await Promise.all(
        directories.map(async (directory) => [
          await directory.number(TAG.width, 0),
          await directory.number(TAG.height, 0),
        ]),
      )
      const [width = 0, height = 0] = sizes[0] ?? []
      const wrong = sizes.findIndex(
        ([across, down], level) =>
          across !== Math.floor(width / 2 ** level) || down !== Math.floor(height / 2 ** level),
      )
      return { imageSize: [width, height], levels: wrong === -1 ? sizes.length : wrong }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw new RasterError('scanUnreadable', {}, { cause: error })
  }
}

/** @throws RasterError `invalidMask` naming the ring (from 1). */
function checkMask(mask: readonly MaskRing[]): void {
  const wrong = mask.findIndex(
    (ring) => ring.length < 3 || !ring.every((point) => point.every(Number.isFinite)),
  )
  if (wrong !== -1) throw new RasterError('invalidMask', { ring: wrong + 1 })
}

/** Number (from 1) of the point farthest from the middle of all: the one that makes the map large. */
function farthestPoint(gcps: readonly WarpGcp[]): number {
  const middle = (axis: 0 | 1): number => {
    const sorted = gcps.map(({ map }) => map[axis]).sort((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? 0
  }
  const [x, y] = [middle(0), middle(1)]
  const distances = gcps.map(({ map }) => Math.hypot(map[0] - x, map[1] - y))
  return distances.indexOf(Math.max(...distances)) + 1
}

async function planHash(
  setup: ThreadSetup,
  { sourceIdentity }: Pick<WarpToCogOptions, 'sourceIdentity'>,
): Promise<string> {
  const { pyramidPath, plane, mapLattice, ...model } = setup
  const { size, mtimeMs } = await stat(pyramidPath)
  const source = sourceIdentity ?? { size, mtimeMs }
  const kernel = await readFile(projectPath('wasm-tps', 'pkg', 'wasm_tps_bg.wasm'))
  return createHash('sha256')
    .update(
      JSON.stringify({
        FORMAT_VERSION,
        model,
        source,
        plane: plane && [...plane.map],
        ...(mapLattice && { mapLattice: { ...mapLattice, places: [...mapLattice.places] } }),
      }),
    )
    .update(kernel)
    .digest('hex')
}
