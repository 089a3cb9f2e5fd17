import { type Atom, useStore } from 'jotai'
import type { Side } from '../../map/pane-props.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import { croppingAtom, halfPairAtom, layingAtom, panesAtom, pullingAtom } from '../model/tool-atoms.ts'
import { aimedSidesAtom, shownSideAtom } from '../model/view-atoms.ts'
import { otherOf, showCounterpart } from '../tools/use-add-by-thumb.ts'
import { counterpartCamera } from './use-pane-sync.ts'

/** What has a place of its own in either pane; null each while it is not done. */
const DOINGS: readonly Atom<unknown>[] = [halfPairAtom, croppingAtom, pickingAtom, layingAtom, pullingAtom]

/**
 * Brings a pane of a phone forward. Where a hand has looked for a place in the one that it covers, and not in this one,
 * it comes at that place, as far as the points tell where that is.
 */
export function bringForward(store: ReturnType<typeof useStore>, side: Side): void {
  const covered = otherOf(side)
  const aimed = store.get(aimedSidesAtom)
  const isDoing = DOINGS.some((doing) => store.get(doing) !== null)
  if (store.get(shownSideAtom) === side) return
  if (!aimed.has(covered) || aimed.has(side) || isDoing) store.set(shownSideAtom, side)
  else
    void showCounterpart(store, covered, (from, warp) => counterpartCamera(from, store.get(panesAtom), warp))
}

/** What brings a pane forward. */
export function useBringForward(): (side: Side) => void {
  const store = useStore()
  return (side) => bringForward(store, side)
}
