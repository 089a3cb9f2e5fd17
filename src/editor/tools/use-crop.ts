import { useAtomValue, useStore } from 'jotai'
import { flushSync } from 'react-dom'
import { useMemo } from 'react'
import type { ScanPaneProps } from '../../map/pane-props.ts'
import { cropHandles } from '../../map/tools/crop.ts'
import { isHeldAtom, maskAtom } from '../model/document-atoms.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { shownSideAtom, isTableOpenAtom, viewModeAtom } from '../model/view-atoms.ts'
import { heldOnScan } from '../model/scan-edge.ts'
import { croppingAtom, panesAtom } from '../model/tool-atoms.ts'
import { useTools } from './use-tools.ts'

type CropProps = Pick<
  ScanPaneProps,
  'handles' | 'wholeHandles' | 'chosenHandle' | 'line' | 'onHandlePress' | 'onHandleDrag' | 'onPress'
>

/** What the scan pane shows and hears while it is cropped; null while it is not. */
export function useCrop(): CropProps | null {
  const send = useTools()
  const cropping = useAtomValue(croppingAtom)
  const mask = useAtomValue(maskAtom)
  const scan = useAtomValue(scanSizeAtom)
  const open = cropping?.open
  const shown = useMemo(() => (open ? cropHandles(mask, open) : null), [mask, open])
  if (!cropping || !shown) return null
  const { handles, places, cornerCount } = shown
  const { chosen } = cropping
  const chosenHandle = handles.findIndex(
    (one) => one.kind === 'corner' && one.ring === chosen?.ring && one.corner === chosen.corner,
  )
  return {
    handles: places,
    wholeHandles: cornerCount,
    chosenHandle,
    line: cropping.open,
    onHandlePress(index) {
      const [handle, image] = [handles[index], places[index]]
      if (handle && image) send({ type: 'cropHandlePressed', handle, image })
    },
    onHandleDrag: ({ phase, index, place, modifiers }) =>
      send({
        type: 'cropHandleDragged',
        phase,
        handle: handles[index] ?? null,
        image: heldOnScan(place, scan),
        isSquare: modifiers.shiftKey,
      }),
    // A press beside a chosen corner lets it go and does nothing else.
    onPress: (place, { shiftKey }) =>
      send(
        chosen
          ? { type: 'cornerChosen', corner: null }
          : { type: 'cornerSet', image: heldOnScan(place, scan), isSquare: shiftKey },
      ),
  }
}

/** Begins and ends cropping; the scan is brought into view for it, and has the focus. */
export function useToggleCrop(): () => void {
  const send = useTools()
  const store = useStore()
  return () => {
    if (!store.get(croppingAtom)) {
      if (store.set(isHeldAtom)) return
      // What is hidden cannot have the focus.
      flushSync(() => {
        if (store.get(viewModeAtom) === 'result') store.set(viewModeAtom, 'split')
        store.set(shownSideAtom, 'scan')
        // The panel says what comes next, and the scan beneath it needs the room of the table.
        store.set(isTableOpenAtom, false)
      })
      store.get(panesAtom).scan.current?.focus()
    }
    send({ type: 'cropToggled' })
  }
}
