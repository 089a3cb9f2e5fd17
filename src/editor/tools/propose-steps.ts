import type { createStore } from 'jotai'
import { MAX_CONTROL_POINTS } from '../../../contract/constants.ts'
import { acceptPoints } from '../../drafts/editor-document.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { committedDocumentAtom, editAtom } from '../model/document-atoms.ts'
import type { KeyCommand } from '../model/editor-key.ts'
import { placeEntryAtom } from '../model/place-entry/open-place-entry.ts'
import type { Proposal } from '../model/propose/proposals.ts'
import {
  chosenProposalAtom,
  dismissProposalsAtom,
  isProposeOpenAtom,
  mayBeginReadingAtom,
  shownProposalsAtom,
  wantsFoundPointsAtom,
} from '../model/propose/propose-atoms.ts'
import { croppingAtom, layingAtom, pullingAtom, selectedIdAtom, toolsAtom } from '../model/tool-atoms.ts'
import { comparisonAtom, isTableOpenAtom, viewModeAtom } from '../model/view-atoms.ts'
import { bringIntoView } from './propose-view.ts'

type Store = ReturnType<typeof createStore>

/** Opens the panel of proposed points over both panes; the names are read where they have not been. */
export function openPropose(store: Store): void {
  const { send } = store.get(toolsAtom)
  if (store.get(layingAtom) || store.get(pullingAtom)) send({ type: 'layEnded' })
  if (store.get(croppingAtom)) send({ type: 'cropToggled' })
  store.set(placeEntryAtom, null)
  store.set(mayBeginReadingAtom, true)
  store.set(isProposeOpenAtom, true)
  if (store.get(viewModeAtom) !== 'split') store.set(viewModeAtom, 'split')
  store.set(comparisonAtom, null)
  store.set(isTableOpenAtom, false)
}

/** Begins with the panel of proposed points, which shows those that were found in the background. */
export function openFoundPoints(store: Store): void {
  store.set(wantsFoundPointsAtom, true)
  store.set(isProposeOpenAtom, true)
}

/** Makes proposals control points, in one step. False: editing waits, or the map takes no more points. */
export function acceptProposals(store: Store, proposals: readonly Proposal[]): boolean {
  const room = MAX_CONTROL_POINTS - store.get(committedDocumentAtom).points.length
  if (proposals.length > room) {
    toast.warning(i18n.t('placement.tooMany', { ns: 'editor', count: MAX_CONTROL_POINTS }))
    return false
  }
  const next = neighbourOf(store, proposals)
  const points = proposals.map(({ id, image, map, proposed }) => ({ id, image, map, proposed }))
  const isDone = store.set(editAtom, {
    action: (document) => acceptPoints(document, points),
    label: { action: 'propose', count: points.length },
  })
  if (isDone) chooseProposal(store, next)
  return isDone
}

/** Takes proposals off the list; nothing of them is in the document. */
export function dismissProposals(store: Store, proposals: readonly Proposal[]): void {
  const next = neighbourOf(store, proposals)
  store.set(
    dismissProposalsAtom,
    proposals.map(({ id }) => id),
  )
  chooseProposal(store, next)
}

/** The proposal that comes after those that go, else the one before them. */
function neighbourOf(store: Store, going: readonly Proposal[]): Proposal | null {
  const shown = store.get(shownProposalsAtom)
  const goes = new Set(going)
  const at = shown.findIndex((proposal) => goes.has(proposal))
  const stays = (proposal: Proposal) => !goes.has(proposal)
  return shown.slice(at).find(stays) ?? shown.slice(0, at).findLast(stays) ?? null
}

/** Chooses a proposal, and brings it into view in both panes; null: none is left. */
export function chooseProposal(store: Store, proposal: Proposal | null): void {
  store.set(chosenProposalAtom, proposal?.id ?? null)
  if (proposal) bringIntoView(store, proposal)
}

/** Chooses the next or the previous proposal, from the last on to the first. False: there is none. */
export function stepProposal(store: Store, step: 1 | -1): boolean {
  const shown = store.get(shownProposalsAtom)
  const chosen = store.get(chosenProposalAtom)
  const at = shown.findIndex((proposal) => proposal === chosen)
  const next = shown[(at + step + shown.length) % shown.length]
  if (next) chooseProposal(store, next)
  return next !== undefined
}

/** Carries out a key while points are proposed; undefined: it means what it always does. */
export function proposeCommand(store: Store, command: KeyCommand): boolean | undefined {
  const chosen = store.get(chosenProposalAtom)
  if (!chosen) return undefined
  switch (command.command) {
    case 'acceptProposal':
      return acceptProposals(store, [chosen])
    case 'choosePoint':
      return stepProposal(store, command.step)
    case 'delete':
      // A selected point is what Delete means everywhere.
      if (store.get(selectedIdAtom) !== null) return undefined
      dismissProposals(store, [chosen])
      return true
    default:
      return undefined
  }
}
