import type { BlockWarper } from '../../wasm-tps/pkg/wasm_tps.d.ts'
import type { MaskRing, TransformationType } from '../../contract/control-points.ts'
import type { DatumTie } from '../../contract/datum-tie.ts'
import type { UncertaintySummary } from '../../contract/uncertainty/uncertainty-grid.ts'
import type { PlaneLattice } from '../../gcp-files/map-plane/plane-lattice.ts'
import type { ReferenceSystem } from '../../gcp-files/reference-systems/reference-system.ts'
import type { CogHeaderFacts } from '../file/cog-header.ts'
import { type CogLayout, layoutCog } from '../file/cog-layout.ts'
import type { CogMetadata, Encoding, WarpGcp } from '../file/cog-content.ts'
import { RasterError } from '../raster-error.ts'
import type { RasterWarning } from '../raster-warning.ts'
import type { ScanSamples } from './scan-samples.ts'
import {
  fittedModel,
  type FittedModel,
  fitWarnings,
  type KernelModule,
  type ModelRequest,
  type Outline,
  outlineOf,
  type ShownMap,
  shownOf,
} from './fit-model.ts'
import { boundsIn, type OutputLattice, outputLattice, outputPlane, type OutputPlane } from './output-plane.ts'
import { mapUncertainty } from './uncertainty.ts'
import { gridWindow, type WarpGrid, warpGrid } from './warp-grid.ts'
import { wideRegions } from './wide-regions.ts'

export const RESAMPLINGS = ['nearest', 'bilinear', 'cubic', 'lanczos'] as const
export type Resampling = (typeof RESAMPLINGS)[number]

/** What a map is warped by, wherever it is done. */
export interface WarpOptions {
  /** Enabled points only. */
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: TransformationType
  /** The projection that the map is drawn in and fitted in, as a text; absent: EPSG:3857. */
  readonly projection?: string
  /** Polygons on the scan (even-odd); outside of them the output is transparent. None: the whole scan. */
  readonly mask?: readonly MaskRing[]
  /** What the file is drawn in, as `outputSystemOf` gives it; default EPSG:3857. */
  readonly system?: ReferenceSystem
  /** Default `bilinear`. */
  readonly resampling?: Resampling
  /**
   * `bilinear` weighs pixels as gdalwarp does, over more than the next ones where the sheet lies turned: softer, and the
   * same picture as of the field's other programs. Left out: by the next pixels everywhere.
   */
  readonly likeGdalwarp?: ScanSamples
  /** Default `webp`. */
  readonly encoding?: Encoding
  /** Every pixel by the closed form instead of a grid good to 1/32 px; many times slower. */
  readonly exact?: boolean
  readonly metadata?: CogMetadata
}

/** The pyramid that is warped: its levels are exactly 2^k, floored. */
export interface WarpSource {
  readonly imageSize: readonly [width: number, height: number]
  readonly levels: number
}

/** What every thread of a warp is told before its first task. */
export interface WarpSetup {
  readonly imageSize: readonly [width: number, height: number]
  /** Levels of the pyramid. */
  readonly sourceLevels: number
  readonly gcps: readonly WarpGcp[]
  readonly transformationType: TransformationType
  /** The way into the plane of the fit, where that is not EPSG:3857. */
  readonly mapLattice?: PlaneLattice
  readonly mask: readonly MaskRing[]
  readonly resampling: Resampling
  readonly encoding: Encoding
  /** See `wideRegions`. */
  readonly wideRegions: readonly number[]
  /** Largest error of the interpolated grid, source pixels; 0 = every pixel exact. */
  readonly tolerancePx: number
  readonly tileSize: number
  /** Levels of the output. */
  readonly levels: number
  /** The file's system, where it is not EPSG:3857. */
  readonly plane?: OutputLattice
  /** Output grid: north-west corner and pixel side in the units of the file's system; size before padding. */
  readonly originX: number
  readonly originY: number
  readonly pixelSize: number
  readonly width: number
  readonly height: number
}

/** Everything about a warp that is known before the first pixel. */
export interface LaidOutWarp {
  readonly setup: WarpSetup
  readonly layout: CogLayout
  /** EPSG:3857, whatever the file's system is. */
  readonly footprint: Outline
  /** How the file's system lies to WGS 84, where it is not EPSG:3857. */
  readonly datum?: DatumTie
  readonly warnings: readonly RasterWarning[]
  /** How far off places may be; null where the points are too few to say. */
  readonly uncertainty: UncertaintySummary | null
}

/** Output beyond this many pixels is refused: four times the largest scan that is read row by row. */
const MAX_OUTPUT_PIXELS = 16_000_000_000
/**
 * What the kernel's interpolated grid may be off, source pixels. A quarter of GDAL's default: it costs nothing on a map of
 * 200 points and brings the pixels of a densely drawn one from 45 to over 50 dB of the exact warp.
 */
const TOLERANCE_PX = 1 / 32

/** @throws RasterError of the fit; `invalidMask`, `outputTooLarge` */
export async function layOutWarp(
  kernel: KernelModule,
  source: WarpSource,
  options: WarpOptions,
): Promise<LaidOutWarp> {
  const { gcps, transformationType, projection, mask = [] } = options
  checkMask(mask)
  const imageSize = source.imageSize
  const request = {
    gcps,
    transformationType,
    mask,
    imageSize,
    ...(projection !== undefined && { projection }),
  }
  const fitted = await fittedModel(kernel, request)
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
  const setup: WarpSetup = {
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
  return { setup, layout, footprint: outline, ...(plane && { datum: plane.datum }), warnings, uncertainty }
}

/** The kernel's part of a warp, in the memory of this thread; never freed, as the thread ends with the warp. */
export async function openWarper(kernel: KernelModule, setup: WarpSetup): Promise<BlockWarper> {
  const { model, footprint } = await fittedModel(kernel, setup)
  const warper = new kernel.BlockWarper(model, footprint, setup.resampling, setup.tolerancePx)
  if (setup.plane) {
    const { originX, originY, step, columns, map } = setup.plane
    warper.setPlane(originX, originY, step, columns, map)
  }
  warper.setWideRegions(Float64Array.from(setup.wideRegions))
  if (setup.mask.length > 0) {
    const ends: number[] = []
    for (const ring of setup.mask) ends.push((ends.at(-1) ?? 0) + ring.length)
    warper.setMask(Float64Array.from(setup.mask.flat(2)), Uint32Array.from(ends))
  }
  return warper
}

/** What the head of the published file says. */
export function headerFacts(
  { setup, layout, datum, uncertainty }: LaidOutWarp,
  { system, projection, metadata = {} }: WarpOptions,
  jpegTables: Uint8Array | undefined,
): CogHeaderFacts {
  const { encoding, originX, originY, pixelSize, gcps, transformationType } = setup
  const datumWords = datum && datumText(datum)
  return {
    layout,
    encoding,
    originX,
    originY,
    pixelSize,
    ...(system && { system }),
    ...(datumWords !== undefined && { datum: datumWords }),
    gcps,
    transformationType,
    ...(projection !== undefined && { projection }),
    uncertainty,
    metadata,
    ...(jpegTables && { jpegTables }),
  }
}

/** As it stands in the file; undefined where longitudes and latitudes remain as they are. */
function datumText({ operation, accuracyMetres }: DatumTie): string | undefined {
  return operation === '' ? undefined : `${operation}; accuracy ${accuracyMetres} m`
}

/** What `shownOf` tells, in another system. @throws RasterError `inexactSystem`, `outsideSystem` */
function drawnIn(
  system: ReferenceSystem,
  { outline }: ShownMap,
  { model, footprint }: FittedModel,
  { gcps, imageSize, mask = [] }: ModelRequest,
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
