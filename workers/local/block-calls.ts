import type { FinishedTiles, SourceWindow } from '../../cog/warp/warp-block.ts'
import type { ThreadTask } from '../../cog/warp/warp-schedule.ts'
import type { WarpSetup } from '../../cog/warp/warp-setup.ts'

/** What a worker of blocks offers through comlink: each warps and encodes on a core of its own. */
export interface BlockWorkerApi {
  /** Told once, before the first task. @param read gives pixels of the scan, as `SourceWindows.read` */
  begin(setup: WarpSetup, read: (window: SourceWindow) => Promise<Uint8Array>): Promise<void>
  /** Tasks may be asked for while one before is carried out. */
  carryOut(task: ThreadTask): Promise<FinishedTiles>
}
