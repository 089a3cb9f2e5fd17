import type { useStore } from 'jotai'
import type { ImagePoint } from '../../../contract/control-points.ts'
import { paneToScan } from '../../geometry/camera.ts'
import { cornerOf, steppedCorner } from '../../geometry/mask-rings.ts'
import type { Cropping } from '../../map/tools/crop.ts'
import type { KeyCommand } from '../model/editor-key.ts'
import { committedDocumentAtom } from '../model/document-atoms.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { panesAtom, toolsAtom } from '../model/tool-atoms.ts'
import { nudgeCorner } from './crop-steps.ts'

/** While the scan is cropped, the keys of points are those of corners. Undefined: the command is none of them. */
export function cropCommand(
  store: ReturnType<typeof useStore>,
  { chosen }: Cropping,
  command: KeyCommand,
): boolean | undefined {
  const { send } = store.get(toolsAtom)
  switch (command.command) {
    case 'delete':
      return send({ type: 'cornerRemoved' })
    case 'nudge':
      return chosen !== null && nudgeCorner(store, chosen, onScreen(store, command), store.get(scanSizeAtom))
    case 'choosePoint': {
      const { mask } = store.get(committedDocumentAtom)
      const next = steppedCorner(mask, chosen, command.step)
      const centre = next && cornerOf(mask, next)
      if (!centre) return false
      send({ type: 'cornerChosen', corner: next })
      store.get(panesAtom).scan.current?.moveTo({ centre })
      return true
    }
    default:
      return undefined
  }
}

/** Px of the scan in the directions of the screen, however the scan is turned there. */
function onScreen(
  store: ReturnType<typeof useStore>,
  { dx, dy }: { readonly dx: number; readonly dy: number },
): ImagePoint {
  const bearing = store.get(panesAtom).scan.current?.camera()?.bearing ?? 0
  return paneToScan({ centre: [0, 0], zoom: 0, bearing }, { width: 0, height: 0 }, [dx, dy])
}
