import type { MaskRing, TransformationType } from '../../../contract/control-points.ts'
import type { Quarter } from '../cog/overview-tree.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../../contract/api/raster-failures.ts'
import type { SpoolTile } from '../cog/tile-spool.ts'
import type { Encoding, WarpGcp } from '../cog/cog-content.ts'
import type { PlaneLattice } from '../../../gcp-files/map-plane/plane-lattice.ts'
import type { OutputLattice } from './output-plane.ts'
import type { Resampling, WarpedCog, WarpToCogOptions } from './warp-options.ts'

/** What every thread of a warp is told before its first task. */
export interface ThreadSetup {
  readonly pyramidPath: string
  readonly imageSize: readonly [width: number, height: number]
  /** Levels of the pyramid; level k is page k. */
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

/** Work for a thread. */
export type ThreadTask =
  | { readonly type: 'block'; readonly x: number; readonly y: number }
  | {
      readonly type: 'parent'
      readonly level: number
      readonly x: number
      readonly y: number
      readonly quarters: readonly [Quarter, Quarter, Quarter, Quarter]
    }

/** What a thread is told: the kernel's code and `begin` once, then tasks. */
export type ToThread =
  | { readonly type: 'kernel'; readonly module: WebAssembly.Module }
  | { readonly type: 'begin'; readonly setup: ThreadSetup }
  | ThreadTask

/** What a thread answers: `node` to a task; `failed` once, then it stops. */
export type FromThread =
  | {
      readonly type: 'node'
      readonly level: number
      readonly x: number
      readonly y: number
      readonly tiles: readonly SpoolTile[]
      readonly quarter: Quarter
      readonly jpegTables?: Uint8Array
    }
  | { readonly type: 'failed'; readonly message: string; readonly reading: boolean }

/** What a warp's process is told: how many threads it may start, then its work. */
export type ToWarp =
  | { readonly type: 'start'; readonly threads: number | undefined }
  | { readonly type: 'run'; readonly options: Omit<WarpToCogOptions, 'onProgress' | 'signal'> }

/** What a warp's process answers: its progress, then how it ended. */
export type FromWarp =
  | { readonly type: 'progress'; readonly percent: number }
  | { readonly type: 'done'; readonly cog: WarpedCog }
  | {
      readonly type: 'failed'
      readonly code: RasterErrorCode
      readonly details: RasterErrorDetails
      /** What lay behind it, in words. */
      readonly cause?: string
    }
