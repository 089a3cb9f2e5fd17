/* tslint:disable */
/* eslint-disable */

/** The transformations offered; all are fitted map -> image. */
export type TransformationKind = 'TPS' | 'Affine' | 'Helmert' | 'Polynomial2' | 'Polynomial3' | 'Projective'

/**
 * `code` of a KernelError:
 * insufficientControlPoints, duplicateControlPoints (fewer than 3 unique), collinearControlPoints (all of one side on a
 * line), matrixTransformationFailed, controlPointNotFinite (a coordinate is NaN, infinite or absurd),
 * controlPointOutOfWorld (a map point beyond +-20037508.35 m, in x three times that, because longitudes run on across
 * the date line), tooManyControlPoints (over 2,000), controlPointConflict (one image point at two map points or the
 * reverse; names both), pointsTooFarApart (more than once around the world), controlPointOutsideProjection (the map's own
 * projection leads nowhere there). Only a caller's mistake gives unknownKind (no such transformation or method) and
 * badArgument (array of a wrong length, size of zero, ...).
 */
export type KernelErrorCode =
| 'insufficientControlPoints' | 'duplicateControlPoints' | 'collinearControlPoints' | 'matrixTransformationFailed'
| 'controlPointNotFinite' | 'controlPointOutOfWorld' | 'tooManyControlPoints' | 'controlPointConflict'
| 'pointsTooFarApart' | 'controlPointOutsideProjection' | 'unknownKind' | 'badArgument'

/** What the kernel throws: `message` is a literal text, `indices` are the GCPs meant (in the array given). */
export interface KernelError extends Error {
    code: KernelErrorCode
    indices: number[]
}

/**
 * Codes of `WarpModel.warnings()`: nearCollinear (the points of one side almost lie on a line), duplicatesIgnored (equal
 * pairs counted once), fewPoints (under 6 unique, or none to spare: leave-one-out errors mean little).
 */
export type WarpWarning = 'nearCollinear' | 'duplicatesIgnored' | 'fewPoints'

export type ResamplingMethod = 'nearest' | 'bilinear' | 'cubic' | 'lanczos'



/**
 * Warps blocks of the published file. GDAL's convention: pixel centres at +0.5, as `gdalwarp -et 0` samples.
 * One instance a thread; memory is bounded by the block and its source window.
 */
export class BlockWarper {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Keeps the model, copies the footprint. `tolerancePx`: largest error of the interpolated mapping in scan px; 0 = every pixel
     * exact, 0.125 is GDAL's default. Throws KernelError.
     */
    constructor(model: WarpModel, footprint: Footprint, method: ResamplingMethod, tolerance_px: number);
    /**
     * The block (row 0 north) into the north-west of `image`, which must be as large or larger and whose rest becomes
     * transparent, from `source`, the RGBA (straight alpha) of the window
     * `[level, sourceX, sourceY, sourceWidth, sourceHeight]`. Throws KernelError.
     */
    resampleInto(image: RgbaImage, origin_x: number, origin_y: number, pixel_size: number, width: number, height: number, source: Uint8Array | number[], level: number, source_x: number, source_y: number, source_width: number, source_height: number): void;
    /**
     * Clips to polygons in image px, even-odd over all rings; layout as in Polygons. Empty arrays remove the mask.
     */
    setMask(coordinates: Float64Array | number[], ring_ends: Uint32Array | number[]): void;
    /**
     * The file lies in another plane than EPSG:3857: blocks and wide regions are given in its units from now on. `map` holds
     * the map points of a lattice over it, row by row from its north-west node (NaN: nowhere), four nodes or more each
     * way; between them the way is cubic. Throws KernelError.
     */
    setPlane(origin_x: number, origin_y: number, step: number, columns: number, map: Float64Array | number[]): void;
    /**
     * Parts of the map, `[west, south, east, north, across, down] * n` (metres; scan px), whose pixels are weighed over
     * `across` and `down` px of the scan to each side, falling linearly; 1 is plain, 3 the most. For `bilinear` alone.
     */
    setWideRegions(regions: Float64Array | number[]): void;
    /**
     * The part of the scan that a block needs, kernel support included: `[level, x, y, width, height]` in px of that
     * pyramid level (2^-level, floored sizes; levels 0 .. levelCount-1 exist). Empty when the block shows nothing.
     */
    sourceWindow(origin_x: number, origin_y: number, pixel_size: number, width: number, height: number, level_count: number): Int32Array;
}

/**
 * Distortion at the centres of a grid over the scan, row by row from its top-left corner.
 */
export class DistortionGrid {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Largest angular distortion 2 omega, degrees (0 = conformal).
     */
    angularDegrees(): Float32Array;
    /**
     * log2 of the area scale over its median (0 = as elsewhere); NaN where the inverse does not converge.
     */
    log2AreaScale(): Float32Array;
    /**
     * Map point of each cell's centre, `[x, y] * cols * rows`.
     */
    mapPoints(): Float64Array;
    /**
     * Cells across.
     */
    readonly cols: number;
    /**
     * Cells down.
     */
    readonly rows: number;
}

/**
 * The map-space cells connected to the control points whose image lies in the scan (flood fill), clipped to the world.
 * A place belongs to the map when its cell is set AND its image point lies in 0..scanWidth, 0..scanHeight.
 */
export class Footprint {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `[minX, minY, maxX, maxY]` of the outline, metres.
     */
    bbox(): Float64Array;
    /**
     * One byte a cell (0 or 1), row by row.
     */
    cells(): Uint8Array;
    /**
     * Whether each map point belongs to the map, one byte a point. `model` must be the one the footprint was made from.
     */
    contains(model: WarpModel, map: Float64Array | number[]): Uint8Array;
    /**
     * Boundary along the true scan edge, metres: outer rings counter-clockwise, holes clockwise.
     */
    outline(): Polygons;
    /**
     * Side of a cell, metres.
     */
    readonly cellSize: number;
    /**
     * Cells across.
     */
    readonly cols: number;
    /**
     * West edge of the cells: cell (col, row) begins at originX + col * cellSize, originY + row * cellSize.
     */
    readonly originX: number;
    /**
     * South edge of the cells.
     */
    readonly originY: number;
    /**
     * Cells up; row 0 is the southernmost.
     */
    readonly rows: number;
    /**
     * Scan height, px.
     */
    readonly scanHeight: number;
    /**
     * Scan width, px.
     */
    readonly scanWidth: number;
}

/**
 * Rings of points in one array.
 */
export class Polygons {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `[x, y, ...]` of all rings, one after another; no point is repeated to close a ring.
     */
    coordinates(): Float64Array;
    /**
     * Index of the coordinate pair after the last of each ring.
     */
    ringEnds(): Uint32Array;
}

/**
 * An image in WASM memory, RGBA with straight alpha, that a warp is resampled into, halved from one into the next, and cut
 * into tiles. `free()` it when done.
 */
export class RgbaImage {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Makes all pixels transparent.
     */
    clear(): void;
    /**
     * Copies a square of `size` px without its alpha to `rgb` (size * size * 3 bytes), hidden pixels (alpha under 128) in the
     * mean colour of the others. Returns as `cutRgba`; at 2 `mask` holds 1 bit a px, 1 = shown, the most significant first
     * (size * size / 8 bytes). `size` is a multiple of 8. Throws KernelError.
     */
    cutRgb(left: number, top: number, size: number, rgb: Uint8Array, mask: Uint8Array): number;
    /**
     * Copies a square of `size` px, a multiple of 8, to `out` (size * size * 4 bytes). Returns how much of it shows: 0 nothing (then `out`
     * stays as it was), 1 everything, 2 a part. Throws KernelError.
     */
    cutRgba(left: number, top: number, size: number, out: Uint8Array): number;
    /**
     * Halves the image by 2 x 2 means weighted by alpha into a window of another; sizes are floored. Throws KernelError when
     * it does not fit.
     */
    halveInto(target: RgbaImage, left: number, top: number): void;
    /**
     * A transparent image. Throws KernelError.
     */
    constructor(width: number, height: number);
    /**
     * Copies RGBA, rows of `width` px, to the window whose north-west corner is `left`, `top`. Throws KernelError when it does
     * not fit.
     */
    paste(rgba: Uint8Array | number[], width: number, left: number, top: number): void;
}

/**
 * A running drag of one image point.
 */
export class ValueDrag {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * As `moveTo`, and sorts the cells into source tiles anew (index and batches).
     */
    moveToWithBatches(mesh: ViewMesh, image_x: number, image_y: number): void;
    /**
     * Moves the GCP's image point: rewrites imagePx of the mesh the drag began on (one axpy). Throws KernelError.
     */
    moveTo(mesh: ViewMesh, image_x: number, image_y: number): void;
}

/**
 * Map-space quadtree of one view. Vertex v lies at (originX + ij[2v] * step, originY + ij[2v+1] * step), exactly, and
 * never moves; imagePx holds its image point. Triangles index[first .. first+count] of a batch are drawn with source tile
 * (tx, ty) of `level` (tileSize * 2^level px of the scan wide). A cell is in the batch of every tile its image touches,
 * so the fragment discards outside the tile.
 */
export class ViewMesh {
    private constructor();
    free(): void;
    [Symbol.dispose](): void;
    /**
     * `[level, tx, ty, first, count] * k`, coarsest level first.
     */
    batches(): Int32Array;
    /**
     * Grid places `[i, j] * vertexCount`.
     */
    ij(): Uint16Array;
    /**
     * Image points `[x, y] * vertexCount`, px.
     */
    imagePx(): Float32Array;
    /**
     * Triangles.
     */
    index(): Uint32Array;
    /**
     * Largest midpoint error left (screen px) when the mesh was made; above the one asked for only where maxLeaves or the
     * smallest cell (2 screen px) ended the splitting.
     */
    readonly errorPx: number;
    /**
     * Number of leaves of the quadtree.
     */
    readonly leafCount: number;
    /**
     * Position of grid node (0, 0), metres.
     */
    readonly originX: number;
    /**
     * See `originX`.
     */
    readonly originY: number;
    /**
     * Metres a grid unit.
     */
    readonly step: number;
    /**
     * Number of vertices.
     */
    readonly vertexCount: number;
}

/**
 * One fitted transformation. Lives in WASM memory: `free()` it when done.
 */
export class WarpModel {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Coarse mesh of the whole footprint, to lie beneath: drawn as if it were `cells` screen px x 8 wide, at the coarsest level that serves that.
     */
    coarseMesh(footprint: Footprint, tile_size: number, level_count: number, cells: number): ViewMesh;
    /**
     * Area and angular distortion on a grid over the scan, `cols` cells wide, rows by its shape.
     */
    distortion(scan_width: number, scan_height: number, cols: number): DistortionGrid;
    /**
     * Where the warp folds, as polygons in map metres; empty when it does not.
     */
    folds(scan_width: number, scan_height: number): Polygons;
    /**
     * Where a scan of that size lies on the map. Throws KernelError `solveFailed` where it lies nowhere.
     */
    footprint(scan_width: number, scan_height: number): Footprint;
    /**
     * Ground metres per image pixel at each GCP (EPSG:3857 lengths x cos latitude): residual x this = metres on the ground.
     */
    groundMetresPerPixel(): Float64Array;
    /**
     * Image points (px) -> map points (metres): the true inverse by Newton's iteration. A pair of NaN where it did not
     * converge: the warp folds there, or the point lies outside its range.
     */
    imageToMap(image: Float64Array | number[]): Float64Array;
    /**
     * Fits `kind` in the plane of the map's own projection. `places` holds where the nodes of a lattice over EPSG:3857 lie
     * in that plane, row by row from its north-west node (NaN: nowhere), four nodes or more each way; between them the way
     * is cubic, beyond them the model is not defined. Everything else remains in EPSG:3857. Throws KernelError.
     */
    static inPlane(kind: TransformationKind, gcps: Float64Array | number[], origin_x: number, origin_y: number, step: number, columns: number, places: Float64Array | number[]): WarpModel;
    /**
     * Derivatives of the image point by the map point, `[dix/dmx, dix/dmy, diy/dmx, diy/dmy] * n`, px per metre of EPSG:3857.
     */
    jacobians(map: Float64Array | number[]): Float64Array;
    /**
     * Root mean square of the leave-one-out errors' lengths, px; NaN when there is none.
     */
    leaveOneOutRmse(): number;
    /**
     * The residual of each GCP when it is left out of the fit, `[dx, dy] * pointCount`, px. NaN where the rest cannot be
     * fitted. Closed form for TPS (Rippa 1999) and polynomials, refits for Helmert and Projective.
     */
    leaveOneOut(): Float64Array;
    /**
     * As `mapToImage` within 0.05 px, as floats for the GPU.
     */
    mapToImageFast(map: Float64Array | number[]): Float32Array;
    /**
     * As `mapToImage`, each coordinate within `tolerancePx`: single precision where a bound on its error allows it,
     * doubles with a shorter logarithm else.
     */
    mapToImageWithin(map: Float64Array | number[], tolerance_px: number): Float64Array;
    /**
     * Map points (metres) -> image points (px), closed form, to rounding. NaN where the model is not defined
     * (Projective beyond its horizon, any kind where the map's own projection leads nowhere).
     */
    mapToImage(map: Float64Array | number[]): Float64Array;
    /**
     * Fits `kind` to `gcps` = `[imageX, imageY, mapX, mapY] * n`. Throws KernelError.
     */
    constructor(kind: TransformationKind, gcps: Float64Array | number[]);
    /**
     * Where the next point helps most, `[imageX, imageY, mapX, mapY]`; empty when no place can be named.
     */
    nextPointSuggestion(scan_width: number, scan_height: number): Float64Array;
    /**
     * Predicted minus given image point of each GCP, `[dx, dy] * pointCount`, px, y down. Zero (to rounding) for TPS.
     */
    residuals(): Float64Array;
    /**
     * Root mean square of the residuals' lengths, px.
     */
    rmse(): number;
    /**
     * Begins a drag of the *image* point of GCP `index` (its map point stays): evaluates its cardinal function at the
     * mesh's vertices, once. Throws KernelError.
     */
    startValueDrag(index: number, mesh: ViewMesh): ValueDrag;
    /**
     * Same leaves, this model: rewrites imagePx, index and batches of `mesh`. A frame of a map point's drag is a new
     * WarpModel and this.
     */
    updateViewMesh(mesh: ViewMesh): void;
    /**
     * Mesh of one view. View bounds in EPSG:3857 metres; source pyramid: level k (0 .. levelCount-1) is scaled by exactly
     * 2^-k with floored sizes, in tiles of `tileSize`; cells are split until their error is `maxErrorPx` screen px.
     */
    viewMesh(footprint: Footprint, min_x: number, min_y: number, max_x: number, max_y: number, metres_per_screen_pixel: number, tile_size: number, level_count: number, max_error_px: number, max_leaves: number): ViewMesh;
    /**
     * What is doubtful about the GCPs.
     */
    warnings(): WarpWarning[];
    /**
     * The model with GCP `index` replaced. Cheap for TPS when its map point stays: no new factorisation. Throws KernelError.
     */
    withPoint(index: number, image_x: number, image_y: number, map_x: number, map_y: number): WarpModel;
    /**
     * The transformation's kind.
     */
    readonly kind: TransformationKind;
    /**
     * Number of GCPs given.
     */
    readonly pointCount: number;
    /**
     * Number of GCPs left after equal pairs were dropped.
     */
    readonly uniqueCount: number;
}

/**
 * Least number of unique points a kind can be fitted to: 3 for TPS, Affine and Helmert, 4, 6 and 10 for Projective,
 * Polynomial2 and Polynomial3. Throws KernelError `unknownKind`.
 */
export function minimumPoints(kind: TransformationKind): number;
