import { useStore } from 'jotai'
import { useCallback } from 'react'
import { scanSizeAtom } from '../state/scan-size.ts'
import { mapCentreAtom, scanCentreAtom } from '../state/view-atoms.ts'
import { isOnScan } from './scan-edge.ts'
import { panesAtom } from './tool-atoms.ts'
import type { SendToTools } from './use-tools.ts'

/** Pairs the crosses of both panes. */
export function useAddAtCrosses(send: SendToTools): () => void {
  const store = useStore()
  return useCallback(() => {
    // The point belongs to where the keys lead, however soon after them it is asked for.
    const { scan, map } = store.get(panesAtom)
    scan.current?.settle()
    map.current?.settle()
    const image = store.get(scanCentreAtom)
    const isOn = image && isOnScan(image, store.get(scanSizeAtom))
    send({ type: 'pairAsked', image: isOn ? image : null, map: store.get(mapCentreAtom) })
  }, [store, send])
}
