import type { ProposalOptions, ProposalResult } from '../../../lettering/propose/propose-points.ts'
import type { Lettering } from '../../../lettering/words.ts'

/** What the thread that proposes is told: one scan at a time. */
export interface ToProposingThread {
  readonly lettering: Lettering
  readonly near: ProposalOptions['near']
}

export type FromProposingThread = ProposalResult
