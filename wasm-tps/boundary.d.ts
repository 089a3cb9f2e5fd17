/**
 * The JS boundary of the kernel, as `wasm-tps/pkg` exports it.
 *
 * Words: a ground control point (GCP) pairs an *image point* (pixels, origin at the outer top-left corner of the top-left
 * pixel, y down) with a *map point* (EPSG:3857 metres). Every model is fitted map -> image.
 * Arrays of points are flat: `[x0, y0, x1, y1, ...]`. Every typed array that is returned is a fresh copy, safe to transfer.
 * Classes live in WASM memory: call `free()` when done (a finalizer does it at last).
 *
 * Errors are thrown as `Error` with `message` (a literal text), `code` (`KernelErrorCode`) and `indices` (the GCPs meant,
 * by their position in the array given; may be empty).
 */

export type TransformationKind = 'TPS' | 'Affine' | 'Helmert' | 'Polynomial2' | 'Polynomial3' | 'Projective'

export type KernelErrorCode =
  | 'insufficient' //   'Insufficient control points'
  | 'duplicate' //      'Duplicate control points detected' (fewer than 3 unique)
  | 'collinear' //      'Collinear control points' (all of one side on a line)
  | 'solveFailed' //    'Matrix transformation failed'
  | 'notFinite' //      a coordinate is NaN or infinite
  | 'outOfWorld' //     a map point beyond +-20037508.35 m
  | 'tooMany' //        more than 500 points
  | 'conflict' //       one image point at two map points, or one map point at two image points; names both
  | 'acrossDateLine' // map points more than half a world apart
  | 'unknownKind' //    not a TransformationKind
  | 'badArgument' //    array of a wrong length, size of zero, ...

export interface KernelError extends Error {
  code: KernelErrorCode
  indices: number[]
}

/** Codes of `WarpModel.warnings()`. */
export type WarpWarning =
  | 'nearCollinear' //     the points of one side almost lie on a line (singular values' ratio under 1e-3)
  | 'duplicatesIgnored' // equal pairs counted once
  | 'fewPoints' //         fewer than 6 unique points, or no point to spare: leave-one-out errors mean little

/** Least number of unique points the kind can be fitted to (3 for TPS, Affine, Helmert; 4, 6, 10 for the others). */
export function minimumPoints(kind: string): number

/** One fitted transformation. */
export class WarpModel {
  /** @param gcps `[imageX, imageY, mapX, mapY] * n`. Throws KernelError. */
  constructor(kind: string, gcps: Float64Array)
  free(): void
  readonly kind: TransformationKind
  /** Points given, and points left after equal pairs were dropped. */
  readonly pointCount: number
  readonly uniqueCount: number
  warnings(): WarpWarning[]

  /** Map points (metres) -> image points (px); closed form. */
  mapToImage(map: Float64Array): Float64Array
  /** As `mapToImage` in single precision where a guard shows the error stays under 0.05 px, else in double. */
  mapToImageFast(map: Float64Array): Float32Array
  /** Image points -> map points, the true inverse (Newton). A pair of NaN where it did not converge: the warp folds there. */
  imageToMap(image: Float64Array): Float64Array
  /** Derivatives of the image point by the map point: `[dix/dmx, dix/dmy, diy/dmx, diy/dmy] * n` in px per metre of EPSG:3857. */
  jacobians(map: Float64Array): Float64Array

  /** Predicted minus given image point of each GCP: `[dx, dy] * pointCount` in px, y down. Zero for TPS. */
  residuals(): Float64Array
  /** The same with the point itself left out of the fit. NaN where too few points remain without it. */
  leaveOneOut(): Float64Array
  /** Ground metres per image pixel at each GCP (EPSG:3857 length x cos latitude), length pointCount: residual px x this = metres. */
  groundMetresPerPixel(): Float64Array
  /** Root mean square of the lengths of the residuals (px). */
  rmse(): number
  leaveOneOutRmse(): number
  /** Suspected blunders, worst first: `[index, score] * k`; score = error over the robust spread of the errors of all (3.5 and more is suspect). */
  suspects(): Float64Array
  /** Indices of points that add nothing: their removal changes the warp by less than `tolerancePx` anywhere near them. */
  redundantPoints(tolerancePx: number): Uint32Array
  /** Where the next point helps most: `[imageX, imageY, mapX, mapY]`; empty when no place can be named. */
  nextPointSuggestion(scanWidth: number, scanHeight: number): Float64Array

  /** Where the warp folds, as polygons in map metres. Empty when it does not. */
  folds(scanWidth: number, scanHeight: number): Polygons
  /** Grid over the scan (`cols` wide, rows by its shape) of area scale and angular distortion. */
  distortion(scanWidth: number, scanHeight: number, cols: number): DistortionGrid

  /** Where the scan lies on the map. One definition for preview, outline and published file. */
  footprint(scanWidth: number, scanHeight: number): Footprint

  /** Mesh for one view; see ViewMesh. `footprint` decides which cells are kept. */
  viewMesh(
    footprint: Footprint,
    minX: number,
    minY: number,
    maxX: number,
    maxY: number, // view bounds, EPSG:3857 metres
    metresPerScreenPixel: number,
    tileSize: number,
    levelCount: number, // source pyramid: level k is scaled by exactly 2^k, sizes floored
    maxErrorPx: number, // screen px
    maxLeaves: number,
  ): ViewMesh
  /** Coarse mesh of the whole footprint (same layout), to lie beneath. About `cells` cells a side. */
  coarseMesh(footprint: Footprint, tileSize: number, levelCount: number, cells: number): ViewMesh
  /** Same leaves, this model: rewrites imagePx, index and batches of `mesh` (drag of a map point: fit anew, then this). */
  updateViewMesh(mesh: ViewMesh): void
  /** Begins a drag of the image point of GCP `index` (its map point stays): evaluates its cardinal function at the mesh's vertices once. */
  startValueDrag(index: number, mesh: ViewMesh): ValueDrag
  /** The model with GCP `index` replaced; cheap when its map point stays (no new factorisation). Throws KernelError. */
  withPoint(index: number, imageX: number, imageY: number, mapX: number, mapY: number): WarpModel

  /** North-up output grid for the published file, as gdalwarp chooses: the diagonal keeps its number of pixels. */
  outputGrid(footprint: Footprint): OutputGrid
}

/** Rings `[x, y, ...]` one after another; `ringEnds[i]` = index of the coordinate pair after the last of ring i. Rings are not closed by a repeated point. */
export class Polygons {
  private constructor()
  free(): void
  coordinates(): Float64Array
  ringEnds(): Uint32Array
}

export class DistortionGrid {
  private constructor()
  free(): void
  readonly cols: number
  readonly rows: number
  /** Row by row, at the cells' centres; NaN where the inverse does not converge. log2 of the area scale over its median (0 = as elsewhere). */
  log2AreaScale(): Float32Array
  /** Largest angular distortion 2*omega in degrees (0 = conformal). */
  angularDegrees(): Float32Array
  /** Map point of every cell's centre `[x, y] * cols * rows`. */
  mapPoints(): Float64Array
}

/**
 * The map-space cells connected to the control points whose image lies in the scan (flood fill), clipped to the world.
 * A place belongs to the map when its cell is set AND its image point lies in 0..width, 0..height.
 */
export class Footprint {
  private constructor()
  free(): void
  readonly scanWidth: number
  readonly scanHeight: number
  /** `[minX, minY, maxX, maxY]` of the outline, metres. */
  bbox(): Float64Array
  /** The outline along the true scan edge (outer rings counter-clockwise, holes clockwise; metres). */
  outline(): Polygons
  /** Cell (col, row) covers originX + col*cellSize .. +cellSize, originY + row*cellSize ..; row 0 is the southernmost. */
  readonly originX: number
  readonly originY: number
  readonly cellSize: number
  readonly cols: number
  readonly rows: number
  /** One byte a cell (0 or 1), row by row. */
  cells(): Uint8Array
  /** Whether each map point belongs to the map: one byte a point. Uses `model`, which must be the one it was made from. */
  contains(model: WarpModel, map: Float64Array): Uint8Array
}

/**
 * Map-space quadtree of one view. Vertex v lies at (originX + ij[2v] * step, originY + ij[2v+1] * step), exactly; it never
 * moves. imagePx are its image points. Triangles `index[first .. first+count]` of a batch are drawn with the source tile
 * (tx, ty) of `level` (tile covers tileSize px of the level, i.e. tileSize * 2^level px of the scan); a cell is in the
 * batch of every tile its image touches, so the fragment discards outside the tile.
 */
export class ViewMesh {
  private constructor()
  free(): void
  readonly originX: number
  readonly originY: number
  readonly step: number
  readonly vertexCount: number
  readonly leafCount: number
  /** Largest midpoint error left (screen px); above maxErrorPx only when maxLeaves was reached. */
  readonly errorPx: number
  ij(): Uint16Array
  imagePx(): Float32Array
  index(): Uint32Array
  /** `[level, tx, ty, first, count] * k`, coarsest level first. */
  batches(): Int32Array
}

/** A running drag of one image point. */
export class ValueDrag {
  private constructor()
  free(): void
  /** Moves the GCP's image point: rewrites the mesh's imagePx (one axpy; 0.01 ms for 16k vertices). */
  moveTo(mesh: ViewMesh, imageX: number, imageY: number): void
  /** As moveTo, and sorts the cells into source tiles anew (index and batches). */
  moveToWithBatches(mesh: ViewMesh, imageX: number, imageY: number): void
}

/** Pixel (col, row) covers originX + col*pixelSize, originY - row*pixelSize (north-west corner; row 0 is the northernmost). */
export class OutputGrid {
  private constructor()
  free(): void
  readonly originX: number
  readonly originY: number
  readonly pixelSize: number
  readonly width: number
  readonly height: number
  /** The resolution was lowered: as asked it would have had more than 4 times the scan's pixels. */
  readonly lowered: boolean
}

export type ResamplingMethod = 'nearest' | 'bilinear' | 'cubic' | 'lanczos'

/**
 * Warps blocks of the published file. GDAL's convention: pixel centres at +0.5, as `gdalwarp -et 0` samples.
 * One instance a thread.
 */
export class BlockWarper {
  /**
   * @param tolerancePx largest error of the interpolated grid in source px; 0 = every pixel exact; 0.125 is GDAL's default.
   * The model and the footprint are copied.
   */
  constructor(model: WarpModel, footprint: Footprint, method: string, tolerancePx: number)
  free(): void
  /** Clip to polygons in image px (even-odd over all rings). `ringEnds` as in Polygons. Empty arrays remove the mask. */
  setMask(coordinates: Float64Array, ringEnds: Uint32Array): void
  /**
   * The part of the scan that a block needs, kernel support included: `[level, x, y, width, height]` in px of that pyramid
   * level (2^level, floored sizes). Empty when the block shows nothing of the map. `levelCount` levels exist (0 .. levelCount-1).
   */
  sourceWindow(
    originX: number,
    originY: number,
    pixelSize: number,
    width: number,
    height: number,
    levelCount: number,
  ): Int32Array
  /**
   * The block as RGBA (width * height * 4 bytes, straight alpha, row 0 north). `source` is RGBA (straight alpha) of the
   * window [level, sourceX, sourceY, sourceWidth, sourceHeight].
   */
  resample(
    originX: number,
    originY: number,
    pixelSize: number,
    width: number,
    height: number,
    source: Uint8Array,
    level: number,
    sourceX: number,
    sourceY: number,
    sourceWidth: number,
    sourceHeight: number,
  ): Uint8Array
}

/** Overview: RGBA halved by 2x2 means weighted by alpha. Sizes are floor(width / 2), floor(height / 2), at least 1. */
export function halveRgba(rgba: Uint8Array, width: number, height: number): Uint8Array
