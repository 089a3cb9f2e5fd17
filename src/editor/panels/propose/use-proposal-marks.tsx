import { useAtom, useAtomValue, useStore } from 'jotai'
import { useEffect } from 'react'
import type { Proposal } from '../../model/propose/proposals.ts'
import {
  chosenProposalAtom,
  hoveredProposalIdAtom,
  NO_ANCHORS,
  proposalAnchorsAtom,
  shownProposalsAtom,
} from '../../model/propose/propose-atoms.ts'
import { chooseProposal } from '../../tools/propose-steps.ts'
import { Diamond } from './diamond.tsx'
import classes from './diamond.module.css'

/** Marks the shown proposals in both panes while the panel is open. */
export function useProposalMarks(): void {
  const store = useStore()
  const shown = useAtomValue(shownProposalsAtom)
  useEffect(() => {
    const anchorsOf = <Place,>(placeOf: (proposal: Proposal) => Place) =>
      shown.map((proposal) => ({
        key: `proposal-${proposal.id}`,
        place: placeOf(proposal),
        content: <Mark proposal={proposal} />,
      }))
    store.set(proposalAnchorsAtom, {
      scan: anchorsOf(({ image }) => image),
      map: anchorsOf(({ map }) => map),
    })
    return () => store.set(proposalAnchorsAtom, NO_ANCHORS)
  }, [store, shown])
}

/** A press chooses it. Keys and readers have the list. */
function Mark({ proposal }: { readonly proposal: Proposal }) {
  const store = useStore()
  const isChosen = useAtomValue(chosenProposalAtom)?.id === proposal.id
  const [hoveredId, hover] = useAtom(hoveredProposalIdAtom)
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes['mark']}
      title={proposal.proposed.name}
      aria-label={`${proposal.letter}: ${proposal.proposed.name}`}
      aria-pressed={isChosen}
      onPointerEnter={() => hover(proposal.id)}
      onPointerLeave={() => hover(null)}
      onClick={() => chooseProposal(store, proposal)}
    >
      <Diamond letter={proposal.letter} isLit={isChosen || hoveredId === proposal.id} />
    </button>
  )
}
