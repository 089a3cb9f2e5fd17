/** What the worker that compares scans is asked and what it answers. */
import type { TileAddress } from '../raster/raster-api.ts'

/** Where a place of one scan lies in the other. */
export interface MatchedPlace {
  /**
   * `found`: its surroundings are seen there; `plain`: there is nothing but paper, the place is reckoned; `different`:
   * something else is seen there; `outside`: it lies beyond that scan.
   */
  readonly kind: 'found' | 'plain' | 'different' | 'outside'
  /** Px of the other scan. */
  readonly place: readonly [x: number, y: number]
  /** How alike the surroundings are, -1 to 1. */
  readonly likeness: number
}

export interface MatchProgress {
  readonly step: 'reading' | 'comparing' | 'points'
  /** Of the whole, 0 to 1. */
  readonly share: number
}

export type MatchAnswer =
  | {
      readonly kind: 'matched'
      /** From px of one scan to px of the other: x' = a x + b y + c, y' = d x + e y + f. */
      readonly transform: readonly [a: number, b: number, c: number, d: number, e: number, f: number]
      /** Spots of both that agree on it. */
      readonly spots: number
      /** Root mean square of what these miss it by, px of the other scan. */
      readonly missPx: number
      /** Share of what both show that looks alike. */
      readonly alikeShare: number
      /** One for each place that was asked for, in that order. */
      readonly places: readonly MatchedPlace[]
    }
  /** They do not show the same sheet. */
  | { readonly kind: 'different'; readonly spots: number }

/** A scan as the worker is told of it; its tiles are asked for. */
export interface MatchScan {
  readonly tileSize: number
  /** Level k is scaled by exactly 2^-k. */
  readonly levels: readonly { readonly width: number; readonly height: number }[]
}

/** What the worker offers through comlink. */
export interface MatchWorkerApi {
  /** `lockName`: a Web Lock the worker holds while it lives. */
  ready(lockName: string | null): Promise<void>
  /**
   * How scan `from` lies on scan `to`, and where `places` (px of `from`) lie there.
   * @param readTile gives a tile of the first (0) or second (1) scan; null: empty. The bitmap is transferred.
   */
  match(
    from: MatchScan,
    to: MatchScan,
    places: readonly (readonly [x: number, y: number])[],
    readTile: (which: 0 | 1, tile: TileAddress) => Promise<ImageBitmap | null>,
    tell: (progress: MatchProgress) => void,
  ): Promise<MatchAnswer>
}
