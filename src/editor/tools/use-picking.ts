import { useAtomValue, useStore } from 'jotai'
import type { ScanPaneProps } from '../../map/pane-props.ts'
import { movePick, pick, pickingAtom } from '../model/sheet/sheet-state.ts'

type PickProps = Pick<ScanPaneProps, 'handles' | 'onHandleDrag' | 'onPress'>

/** What the scan pane shows and hears while places of the sheet are picked; null while they are not. */
export function usePicking(): PickProps | null {
  const store = useStore()
  const picking = useAtomValue(pickingAtom)
  if (!picking) return null
  return {
    handles: picking.picks,
    onHandleDrag: ({ index, place }) => movePick(store, index, place),
    // A finger moves the scan: it picks by the cross.
    onPress: (place, { pointerType }) => {
      if (pointerType !== 'touch') pick(store, place)
    },
  }
}
