import { useAtomValue, useStore } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { proposingAtom, unfittedSidesAtom } from '../../model/propose/propose-atoms.ts'
import { SHOWN_AT_ONCE } from '../../model/propose/proposals.ts'
import { shownSideAtom } from '../../model/view-atoms.ts'
import { fitProposals } from '../../tools/propose-view.ts'

/** Shows proposals that have just come in both panes; on a phone, in each when it first fills the screen. */
export function useShowProposals(): void {
  const store = useStore()
  const side = useAtomValue(shownSideAtom)
  const proposing = useAtomValue(proposingAtom)
  const show = useEffectEvent(() => {
    if (proposing.phase !== 'answered') return
    const proposals = proposing.proposals.slice(0, SHOWN_AT_ONCE)
    const unfitted = store.get(unfittedSidesAtom).filter((one) => !fitProposals(store, one, proposals))
    store.set(unfittedSidesAtom, unfitted)
  })
  useEffect(() => {
    // A pane has its new size with the next drawing, and knows of it with the one after.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => show())
    })
    return () => cancelAnimationFrame(frame)
  }, [side, proposing])
}
