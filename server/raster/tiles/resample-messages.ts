import type { DecodedTile } from './resample.ts'
import type { TilePlan } from './tile-plan.ts'

/** What the thread that resamples is asked for. */
export interface ToResampleThread {
  readonly id: number
  readonly plan: TilePlan
  /** Their pixels lie in shared memory: nothing is copied. */
  readonly tiles: readonly DecodedTile[]
}

/** What it answers; no pixels where the picture shows nothing. */
export interface FromResampleThread {
  readonly id: number
  readonly pixels: Uint8Array | undefined
}
