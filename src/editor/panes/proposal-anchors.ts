import { useAtomValue } from 'jotai'
import type { PaneAnchor } from '../../map/pane-props.ts'
import { NO_ANCHORS, type ProposalAnchors, proposalAnchorsAtom } from '../model/propose/propose-atoms.ts'

/** The marks of proposed points; none where a pane shows no marks. */
export function useProposalAnchors(isBare: boolean): ProposalAnchors {
  const anchors = useAtomValue(proposalAnchorsAtom)
  return isBare ? NO_ANCHORS : anchors
}

/** Beneath what else stands at a place of the pane. */
export const withProposals = <Place>(
  others: readonly PaneAnchor<Place>[],
  proposed: readonly PaneAnchor<Place>[],
): readonly PaneAnchor<Place>[] => (proposed.length === 0 ? others : [...proposed, ...others])
