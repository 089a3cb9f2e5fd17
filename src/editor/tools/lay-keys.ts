import type { useStore } from 'jotai'
import { paneToMap } from '../../geometry/camera.ts'
import type { SheetMove } from '../../geometry/sheet-placement.ts'
import type { Laying } from '../../map/tools/lay.ts'
import type { KeyCommand } from '../model/editor-key.ts'
import { layingAtom, panesAtom, pullingAtom, toolsAtom } from '../model/tool-atoms.ts'
import { pullAtCross } from './pull-at-cross.ts'

type Store = ReturnType<typeof useStore>

/** An arrow moves a sheet this many times as far as a point: it comes from far. */
const ARROW_FACTOR = 10
/** One press of + makes it so much larger, one of − smaller. */
const KEY_FACTOR = 1.04

/** Turns the sheet about its middle. */
export const turnOf = ({ placement }: Laying, turnDegrees: number): SheetMove => ({
  about: placement.centre,
  to: placement.centre,
  scale: 1,
  turnDegrees,
})

/** Makes it larger or smaller about its middle. */
export const scaleOf = ({ placement }: Laying, scale: number): SheetMove => ({
  about: placement.centre,
  to: placement.centre,
  scale,
  turnDegrees: 0,
})

/** While the sheet is laid or pulled, some keys mean it. Undefined: the command is none of them. */
export function layCommand(store: Store, command: KeyCommand): boolean | undefined {
  if (store.get(pullingAtom)) {
    if (command.command !== 'close') return undefined
    pullAtCross(store)
    return true
  }
  const laying = store.get(layingAtom)
  if (!laying) return undefined
  const { send } = store.get(toolsAtom)
  switch (command.command) {
    case 'nudge': {
      const camera = store.get(panesAtom).map.current?.camera()
      if (!camera) return false
      const { centre } = laying.placement
      const way: [number, number] = [command.dx * ARROW_FACTOR, command.dy * ARROW_FACTOR]
      const to = paneToMap({ ...camera, centre }, { width: 0, height: 0 }, way)
      return send({ type: 'sheetStepped', move: { about: centre, to, scale: 1, turnDegrees: 0 } })
    }
    case 'turn':
      return send({
        type: 'sheetStepped',
        move: turnOf(laying, command.isFar ? 15 * command.step : command.step),
      })
    case 'scale':
      return send({ type: 'sheetStepped', move: scaleOf(laying, KEY_FACTOR ** command.step) })
    case 'close':
      return send({ type: 'sheetFixed' })
    // Points are none of a sheet that is being laid.
    case 'addPoint':
    case 'choosePoint':
    case 'delete':
      return false
    default:
      return undefined
  }
}
