import type { FitErrorCode } from '../../contract/api/raster-failures.ts'
import type { TransformationType } from '../../contract/control-points.ts'
import type { UncertaintyGrid } from '../../contract/uncertainty/uncertainty-grid.ts'

/**
 * What the warp worker is asked and what it answers. Image points are px of the scan (origin at its outer top-left
 * corner, y down), map points EPSG:3857 metres. GCPs are referred to by their index in `WarpRequest.gcps`.
 */

/** The scan as the mesh needs to know it: its pyramid's level k is scaled by exactly 2^-k, sizes floored. */
export interface ScanPyramid {
  readonly width: number
  readonly height: number
  /** Side of a source tile, px. */
  readonly tileSize: number
  /** Levels 0 .. levelCount - 1 exist. */
  readonly levelCount: number
}

/** What is to be fitted. */
export interface WarpRequest {
  readonly type: TransformationType
  /** The projection that the map is drawn in and fitted in, as a text; absent: EPSG:3857. */
  readonly projection?: string
  /** The enabled points: `[imageX, imageY, mapX, mapY] * n`. */
  readonly gcps: Float64Array
  readonly scan: ScanPyramid
  /**
   * A drag is running: the mesh keeps its leaves, accuracy and footprint stay those of the fit before it. Sending the
   * same points with `false` afterwards refines.
   */
  readonly dragging: boolean
}

/** What a pane looks at. */
export interface WarpView {
  /** South-west corner, EPSG:3857 metres. */
  readonly min: readonly [x: number, y: number]
  /** North-east corner, EPSG:3857 metres. */
  readonly max: readonly [x: number, y: number]
  /** EPSG:3857 metres a device px. */
  readonly metresPerScreenPixel: number
}

/**
 * Triangles over a grid in map space. Vertex v lies at `origin + ij[2v], ij[2v + 1] * step` and shows image point
 * `imagePx[2v], imagePx[2v + 1]`. Indices `first .. first + count` of a batch are drawn with one source tile.
 */
export interface WarpMesh {
  /** Position of grid node (0, 0), EPSG:3857 metres. */
  readonly origin: readonly [x: number, y: number]
  /** Metres a grid unit. */
  readonly step: number
  /** The same array as before means: the same leaves, only imagePx, index and batches have changed. */
  readonly ij: Uint16Array
  readonly imagePx: Float32Array
  readonly index: Uint32Array
  /** `[level, tileX, tileY, first, count] * k`, coarsest level first. */
  readonly batches: Int32Array
  readonly leafCount: number
  /** Largest error left when the mesh was made, screen px. */
  readonly errorPx: number
}

/** What the nearest other points say of a point. */
export interface Suspect {
  /** Index among the fitted points. */
  readonly index: number
  /** How unlikely its distance is by chance: the decimal logarithm of one in how many. */
  readonly score: number
  /** Ground metres from where its neighbours put it. */
  readonly metres: number
  /** How many neighbours put it there. */
  readonly neighbours: number
  /** Ground metres within which the neighbours agree among themselves (root mean square). */
  readonly agreeMetres: number
}

/** What the fit says about its points; all arrays in the order of `WarpRequest.gcps`. */
export interface WarpAccuracy {
  /** Predicted minus given image point, `[dx, dy] * n` px, y down. Zero to rounding for TPS. */
  readonly residuals: Float64Array
  readonly rmsePx: number
  /** Residual of each point when it is left out, `[dx, dy] * n` px; NaN where the rest cannot be fitted. */
  readonly leaveOneOut: Float64Array
  /** NaN when there is none. */
  readonly leaveOneOutRmsePx: number
  /** Ground metres an image px, at each point: an error in px times this is the error on the ground. */
  readonly groundMetresPerPixel: Float64Array
  /** Lengths of `leaveOneOut` in ground metres, length n. */
  readonly leaveOneOutMetres: Float64Array
  /** Points ranked by how suspect they are, worst first; the accuracy table names those of a high score. */
  readonly suspects: readonly Suspect[]
}

/** nearCollinear, duplicatesIgnored, fewPoints: see the kernel; folds: the warp folds over itself somewhere. */
export type WarpWarning = 'nearCollinear' | 'duplicatesIgnored' | 'fewPoints' | 'folds'

/** Rings: coordinate pairs of all rings one after another, none closed; `ringEnds`: pair index after each ring. */
export interface Rings {
  readonly coordinates: Float64Array
  readonly ringEnds: Uint32Array
}

/** One transformation that was fitted. */
export interface WarpFit {
  /** Grows with every fit of the session. */
  readonly revision: number
  readonly type: TransformationType
  readonly pointCount: number
  /** Points left after equal pairs were counted once. */
  readonly uniqueCount: number
  readonly warnings: readonly WarpWarning[]
  readonly accuracy: WarpAccuracy
  /** Where the scan lies on the map: outer rings counter-clockwise, holes clockwise, EPSG:3857 metres. */
  readonly outline: Rings
  /** `[minX, minY, maxX, maxY]` of the outline. */
  readonly bounds: readonly [minX: number, minY: number, maxX: number, maxY: number]
  /** Where the warp folds, EPSG:3857 metres; no rings when it does not. */
  readonly folds: Rings
}

/** The kernel's codes, and `workerDied`: the worker ended; it has been replaced and the request is sent again. */
export type WarpErrorCode = FitErrorCode | 'unknownKind' | 'badArgument' | 'noModel' | 'workerDied'

/** An expected failure: a result, not an exception. */
export interface WarpFailure {
  readonly code: WarpErrorCode
  /** English; the specification's text where it has one. */
  readonly message: string
  /** Indices in `WarpRequest.gcps` of the points meant. */
  readonly indices: readonly number[]
}

/** Area and angle distortion on a grid over the scan, row by row from its top-left corner. */
export interface Distortion {
  readonly columns: number
  readonly rows: number
  /** Map point of each cell's centre, `[x, y] * columns * rows`; NaN where there is none. */
  readonly mapPoints: Float64Array
  /** log2 of the area scale over its median: 0 is as elsewhere. */
  readonly log2AreaScale: Float32Array
  /** Largest angular distortion, degrees; 0 is conformal. */
  readonly angularDegrees: Float32Array
}

/** How far off places may be, on a grid over the scan. */
export interface UncertaintyField extends UncertaintyGrid {
  /** Map point of each cell's centre, `[x, y] * columns * rows`; NaN where there is none. */
  readonly mapPoints: Float64Array
}

/** One view that a pane keeps open, by a number of its own. */
export interface ViewUpdate {
  readonly viewId: number
  /** Null: the pane shows nothing, its mesh is dropped. */
  readonly view: WarpView | null
}

/** One frame's questions to the worker: what changed since the last, all together. */
export interface WarpUpdate {
  /** Absent: the model stays. Null: forget it. */
  readonly request?: WarpRequest | null
  readonly views: readonly ViewUpdate[]
}

/** Mesh of one view. `leaves` absent: the leaves sent last are still valid. */
export interface MeshAnswer {
  readonly viewId: number
  readonly leaves?: Pick<WarpMesh, 'origin' | 'step' | 'ij' | 'leafCount' | 'errorPx'>
  readonly imagePx: Float32Array
  readonly index: Uint32Array
  readonly batches: Int32Array
}

/** The worker's answer to one `WarpUpdate`. */
export interface WarpAnswer {
  /** A model was fitted anew: ask `describe`. Absent when none was asked for, and during a drag. */
  readonly fitted?: boolean
  /** Coarse mesh of the whole footprint, to lie beneath; comes with every new model. */
  readonly coarse?: Omit<MeshAnswer, 'viewId'>
  readonly meshes: readonly MeshAnswer[]
  readonly failure?: WarpFailure
  /** The kernel broke down: the worker must be replaced. */
  readonly broken?: boolean
}

/** What the warp worker offers through comlink. Arrays in answers are transferred. */
export interface WarpWorkerApi {
  /** Resolves once the kernel is loaded. `lockName`: a Web Lock the worker holds while it lives. */
  ready(lockName: string | null): Promise<void>
  update(update: WarpUpdate): Promise<WarpAnswer>
  /**
   * What there is to say of the model at rest. Apart from `update`, because the errors and folds of hundreds of points
   * take longer than the meshes that the eye waits for. Null without a model.
   */
  describe(): Promise<WarpFit | null>
  /** Closed form, `[x, y] * n` px; NaN where the model is not defined. Null without a model. */
  mapToImage(map: Float64Array): Promise<Float64Array | null>
  /** True inverse, `[x, y] * n` metres; NaN where it does not converge. Null without a model. */
  imageToMap(image: Float64Array): Promise<Float64Array | null>
  /** Whether each map point belongs to the map (inside its footprint and the scan). Null without a model. */
  contains(map: Float64Array): Promise<Uint8Array | null>
  distortion(columns: number): Promise<Distortion | null>
  /** Null without a model at rest, or where its points are too few to say. */
  uncertainty(columns: number): Promise<UncertaintyField | null>
  /** Where the next point helps most, `[imageX, imageY, mapX, mapY]`; empty where there is none. */
  nextPointSuggestion(): Promise<Float64Array | null>
}
