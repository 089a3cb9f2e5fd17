import type { ProposalOptions, ProposalResult } from '../../../lettering/propose/propose-points.ts'
import type { Lettering } from '../../../lettering/words.ts'
import type { PyramidFile } from '../../raster/lettering/pyramid-pixels.ts'

/** What the thread that proposes is told: one scan at a time. */
export interface ToProposingThread {
  readonly lettering: Lettering
  readonly near: ProposalOptions['near']
  /** Most points that are wanted; all where absent. */
  readonly limit?: number
  /** Where names say nothing, the corners of a sheet are looked for on this scan. */
  readonly sheet?: PyramidFile
}

export interface FromProposingThread extends ProposalResult {
  readonly by: 'names' | 'sheet'
  /** The largest of the places that points were found at, or the town that the sheet is called after; empty: none. */
  readonly place: string
}
