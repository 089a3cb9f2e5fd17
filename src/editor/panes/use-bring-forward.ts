import { type Atom, useStore } from 'jotai'
import type { Side } from '../../map/pane-props.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import { croppingAtom, halfPairAtom, layingAtom, panesAtom, pullingAtom } from '../model/tool-atoms.ts'
import { aimedSidesAtom, isMapPlacedAtom, shownSideAtom } from '../model/view-atoms.ts'
import { counterpartCameraOf, moveCounterpart, otherOf } from '../tools/use-add-by-thumb.ts'
import { counterpartCamera } from './use-pane-sync.ts'

/** What has a place of its own in either pane; null each while it is not done. */
const DOINGS: readonly Atom<unknown>[] = [halfPairAtom, croppingAtom, pickingAtom, layingAtom, pullingAtom]

/**
 * Brings a pane of a phone forward. Where a hand has looked for a place in the one that it covers, and not in this one,
 * it comes at that place, as far as the points tell where that is.
 */
export function bringForward(store: ReturnType<typeof useStore>, side: Side): void {
  if (store.get(shownSideAtom) === side) return
  const covered = otherOf(side)
  const isMovedByHand = () => store.get(aimedSidesAtom).has(side)
  const isDoing = DOINGS.some((doing) => store.get(doing) !== null)
  const isLookedFor = store.get(aimedSidesAtom).has(covered) && !isMovedByHand() && !isDoing
  store.set(shownSideAtom, side)
  if (isLookedFor) void comeAtPlace()

  async function comeAtPlace() {
    const camera = await counterpartCameraOf(store, covered, (from, warp) =>
      counterpartCamera(from, store.get(panesAtom), warp),
    )
    // Meanwhile a hand has moved it, or it is covered again.
    if (!camera || store.get(shownSideAtom) !== side || isMovedByHand()) return
    if (side === 'map') store.set(isMapPlacedAtom, true)
    moveCounterpart(store, covered, camera)
  }
}

/** What brings a pane forward. */
export function useBringForward(): (side: Side) => void {
  const store = useStore()
  return (side) => bringForward(store, side)
}
