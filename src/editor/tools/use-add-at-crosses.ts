import { useStore } from 'jotai'
import { useCallback } from 'react'
import { placeOnto } from '../model/snap-atoms.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { mapCentreAtom, scanCentreAtom } from '../model/view-atoms.ts'
import { pick, pickingAtom } from '../model/sheet/sheet-state.ts'
import { heldOnScan, isOnScan } from '../model/scan-edge.ts'
import { croppingAtom, panesAtom } from '../model/tool-atoms.ts'
import { useTools } from './use-tools.ts'

/** Pairs the crosses of both panes; while the scan is cropped or picked from, takes the place under its cross. */
export function useAddAtCrosses(): () => void {
  const send = useTools()
  const store = useStore()
  return useCallback(() => {
    // The point belongs to where the keys lead, however soon after them it is asked for.
    const { scan, map } = store.get(panesAtom)
    scan.current?.settle()
    map.current?.settle()
    const image = store.get(scanCentreAtom)
    if (store.get(pickingAtom)) {
      if (image) pick(store, image)
      return
    }
    if (store.get(croppingAtom)) {
      if (image)
        send({ type: 'cornerSet', image: heldOnScan(image, store.get(scanSizeAtom)), isSquare: false })
      return
    }
    const isOn = image && isOnScan(image, store.get(scanSizeAtom))
    const cross = store.get(mapCentreAtom)
    send({ type: 'pairAsked', image: isOn ? image : null, map: cross && placeOnto(store, cross) })
  }, [store, send])
}
