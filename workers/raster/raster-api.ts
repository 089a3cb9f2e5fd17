/** What the raster worker is asked and what it answers: tiles of tiled, pyramidal TIFF files read by HTTP ranges. */

/** Where a file lies. */
export interface RasterAddress {
  /** Of the instance, or of another origin, which is read without a token. */
  readonly url: string
  /** Bearer token for private files; sent to the instance alone. */
  readonly token?: string | null
  /** Origin of the instance. Default: the page's own. */
  readonly home?: string
  /** The file itself, where it lies on this device: nothing is asked of `url`, which then only names it. */
  readonly file?: Blob
}

/** Where a raster lies in EPSG:3857, north up: pixel (column, row) covers originX + column * pixelSize, originY - row * pixelSize. */
export interface RasterGrid {
  /** West edge, metres. */
  readonly originX: number
  /** North edge, metres. */
  readonly originY: number
  readonly pixelSize: number
}

/** A pyramid as its header describes it. Level k is scaled by exactly 2^-k, its size floored. */
export interface PyramidInfo {
  readonly width: number
  readonly height: number
  readonly tileSize: number
  readonly levels: readonly { readonly width: number; readonly height: number }[]
  /** Null: not georeferenced (or not in EPSG:3857), a scan. */
  readonly grid: RasterGrid | null
}

/**
 * notFound, unauthorised (401), forbidden (403), network (no answer, or 5xx), unsupported (not a tiled TIFF of JPEG, WebP
 * or DEFLATE tiles), damaged (the bytes contradict the header), workerDied (it has been replaced: ask again). Where the
 * levels of a file do not fit together: originMismatch, resolutionMismatch, tileSizeMismatch, and maskCount (neither none
 * nor one for each level).
 */
export type RasterErrorCode =
  | 'notFound'
  | 'unauthorised'
  | 'forbidden'
  | 'network'
  | 'unsupported'
  | 'damaged'
  | 'workerDied'
  | 'originMismatch'
  | 'resolutionMismatch'
  | 'tileSizeMismatch'
  | 'maskCount'

export interface RasterFailure {
  readonly code: RasterErrorCode
  readonly message: string
}

/** Answers cross the thread as values, so that the code of an error survives. */
export type RasterAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: RasterFailure }

/** Beside what reading may fail of: no room on this device, its browser keeps nothing, or the area was freed meanwhile. */
export type KeepErrorCode = RasterErrorCode | 'full' | 'unkept' | 'gone'

export interface KeepFailure {
  readonly code: KeepErrorCode
  readonly message: string
}

export type KeepAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: KeepFailure }

/** One tile. */
export interface TileAddress {
  readonly level: number
  readonly x: number
  readonly y: number
}

/**
 * What the raster worker offers through comlink. Every question carries the address, so that a worker that replaces
 * another can answer it.
 */
export interface RasterWorkerApi {
  /** `lockName`: a Web Lock the worker holds while it lives. */
  ready(lockName: string | null): Promise<void>
  open(pyramidId: number, address: RasterAddress): Promise<RasterAnswer<PyramidInfo>>
  /** A tile cut to the raster's edge, alpha premultiplied; null: empty. The bitmap is transferred. */
  readTile(
    pyramidId: number,
    address: RasterAddress,
    requestId: number,
    tile: TileAddress,
  ): Promise<RasterAnswer<ImageBitmap | null>>
  /**
   * The inner frame of the sheet that a scan shows: its four corners in px of the scan, clockwise from the top left;
   * null where none is found.
   */
  findFrame(
    pyramidId: number,
    address: RasterAddress,
    requestId: number,
  ): Promise<RasterAnswer<(readonly [x: number, y: number])[] | null>>
  /** The inner frames of the maps that stand beside one another on a scan, each as `findFrame` tells one. */
  findFrames(
    pyramidId: number,
    address: RasterAddress,
    requestId: number,
  ): Promise<RasterAnswer<(readonly [x: number, y: number])[][]>>
  /** Bytes of each tile with its mask, as the file's index has them; 0: empty. */
  measureTiles(
    pyramidId: number,
    address: RasterAddress,
    requestId: number,
    tiles: readonly TileAddress[],
  ): Promise<RasterAnswer<number[]>>
  /** Keeps tiles on this device for an area, with what of the index they need. Returns their bytes. */
  keepTiles(
    pyramidId: number,
    address: RasterAddress,
    requestId: number,
    area: string,
    tiles: readonly TileAddress[],
  ): Promise<KeepAnswer<number>>
  /** Gives up a running request. */
  abort(requestId: number): Promise<void>
  close(pyramidId: number): Promise<void>
}
