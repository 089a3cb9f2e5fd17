import { useStore } from 'jotai'
import { useEffect } from 'react'
import { undoLabelAtom } from '../model/document-atoms.ts'
import { foldSinceAtom, isFoldedAtom } from '../model/warp-atoms.ts'

/** Notes which step the map folds since. */
export function useFoldSince(): void {
  const store = useStore()
  useEffect(
    () =>
      store.sub(isFoldedAtom, () =>
        store.set(foldSinceAtom, store.get(isFoldedAtom) ? store.get(undoLabelAtom) : null),
      ),
    [store],
  )
}
