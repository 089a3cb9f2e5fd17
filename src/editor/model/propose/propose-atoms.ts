import { type Atom, atom } from 'jotai'
import type { ImagePoint, MapPoint } from '../../../../contract/control-points.ts'
import type { PaneAnchor, Side } from '../../../map/pane-props.ts'
import { committedDocumentAtom, controlPointsAtom } from '../document-atoms.ts'
import { scanSizeAtom } from '../scan-size.ts'
import { pickingAtom } from '../sheet/sheet-state.ts'
import { croppingAtom, layingAtom, pullingAtom } from '../tool-atoms.ts'
import { openProposals, type Proposal, type ProposalReason, SHOWN_AT_ONCE } from './proposals.ts'
import type { Near } from './region.ts'

/** What has been asked of the names on the scan; `near` null: places of the whole world. */
export type Proposing =
  | { readonly phase: 'idle' }
  | { readonly phase: 'asking'; readonly near: Near | null }
  | { readonly phase: 'failed'; readonly near: Near | null; readonly error: unknown }
  | {
      readonly phase: 'answered'
      readonly near: Near | null
      readonly reason: ProposalReason
      readonly proposals: readonly Proposal[]
    }

const openedAtom = atom(false)

/** What has the panes for itself; null each while it is not done. */
const DOINGS: readonly Atom<unknown>[] = [croppingAtom, layingAtom, pullingAtom, pickingAtom]
const isHinderedAtom = atom((get) => DOINGS.some((doing) => get(doing) !== null))

/** The panel of proposed points is open. */
export const isProposeOpenAtom = atom(
  (get) => get(openedAtom) && !get(isHinderedAtom),
  (_get, set, isOpen: boolean) => set(openedAtom, isOpen),
)

/** Whether points are being proposed, or some of the map were. */
export const arePointsProposedAtom = atom(
  (get) => get(isProposeOpenAtom) || get(controlPointsAtom).some(({ proposed }) => proposed),
)

/** A press has asked for proposals: the names are to be read where they have not been. */
export const mayBeginReadingAtom = atom(false)

/** What was found in the background is shown first; false once it was. */
export const wantsFoundPointsAtom = atom(false)

const proposingStateAtom = atom<Proposing>({ phase: 'idle' })
const dismissedAtom = atom<ReadonlySet<string>>(new Set<string>())
const shownCountAtom = atom(SHOWN_AT_ONCE)
const chosenIdAtom = atom<string | null>(null)
export const hoveredProposalIdAtom = atom<string | null>(null)

export const proposingAtom = atom(
  (get) => get(proposingStateAtom),
  (_get, set, proposing: Proposing) => {
    set(proposingStateAtom, proposing)
    if (proposing.phase === 'idle') return
    set(dismissedAtom, new Set<string>())
    set(shownCountAtom, SHOWN_AT_ONCE)
    set(chosenIdAtom, null)
    set(hoveredProposalIdAtom, null)
  },
)

/** All that was proposed and is neither placed nor dismissed. */
const openProposalsAtom = atom((get) => {
  const proposing = get(proposingStateAtom)
  if (proposing.phase !== 'answered') return []
  const dismissed = get(dismissedAtom)
  const { points } = get(committedDocumentAtom)
  return openProposals(proposing.proposals, points, get(scanSizeAtom)).filter(({ id }) => !dismissed.has(id))
})

const NONE: readonly Proposal[] = []

/** Those of them that are shown, best first. */
export const shownProposalsAtom = atom((get): readonly Proposal[] => {
  const proposing = get(proposingStateAtom)
  if (proposing.phase !== 'answered' || !get(isProposeOpenAtom)) return NONE
  const within = new Set(proposing.proposals.slice(0, get(shownCountAtom)))
  return get(openProposalsAtom).filter((proposal) => within.has(proposal))
})

/** How many more can be shown. */
export const moreProposalsAtom = atom((get) => {
  const proposing = get(proposingStateAtom)
  if (proposing.phase !== 'answered') return 0
  const within = new Set(proposing.proposals.slice(0, get(shownCountAtom)))
  return get(openProposalsAtom).filter((proposal) => !within.has(proposal)).length
})

/** Shows the next dozen as well. */
export const showMoreProposalsAtom = atom(null, (_get, set) =>
  set(shownCountAtom, (count) => count + SHOWN_AT_ONCE),
)

export const dismissProposalsAtom = atom(null, (get, set, ids: readonly string[]) =>
  set(dismissedAtom, new Set([...get(dismissedAtom), ...ids])),
)

/** The proposal that keys and buttons mean: the chosen one, else the best. */
export const chosenProposalAtom = atom(
  (get): Proposal | null => {
    const shown = get(shownProposalsAtom)
    return shown.find(({ id }) => id === get(chosenIdAtom)) ?? shown[0] ?? null
  },
  (_get, set, id: string | null) => set(chosenIdAtom, id),
)

/** The panes that proposals are still to be shown in. */
export const unfittedSidesAtom = atom<readonly Side[]>([])

/** The marks of the proposals, as both panes show them. */
export interface ProposalAnchors {
  readonly scan: readonly PaneAnchor<ImagePoint>[]
  readonly map: readonly PaneAnchor<MapPoint>[]
}
export const NO_ANCHORS: ProposalAnchors = { scan: [], map: [] }
/** Made by the panel, which is loaded when it is first wanted. */
export const proposalAnchorsAtom = atom<ProposalAnchors>(NO_ANCHORS)
