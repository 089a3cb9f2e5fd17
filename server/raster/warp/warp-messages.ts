import type { Quarter } from '../../../cog/file/overview-tree.ts'
import type { RasterErrorCode, RasterErrorDetails } from '../../../contract/api/raster-failures.ts'
import type { FinishedTile } from '../../../cog/file/cog-tiles.ts'
import type { WarpedCog, WarpToCogOptions } from './warp-options.ts'
import type { ThreadTask } from '../../../cog/warp/warp-schedule.ts'
import type { WarpSetup } from '../../../cog/warp/warp-setup.ts'

/** What every thread of a warp on this machine is told before its first task. */
export interface ThreadSetup extends WarpSetup {
  /** Level k of the pyramid is its page k. */
  readonly pyramidPath: string
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
      readonly tiles: readonly FinishedTile[]
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
