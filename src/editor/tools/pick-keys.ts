import type { useStore } from 'jotai'
import type { KeyCommand } from '../model/editor-key.ts'
import { pickingAtom, unpick } from '../model/sheet/sheet-state.ts'

/** What would begin something else on the scan meanwhile. */
const NOT_NOW: readonly KeyCommand['command'][] = [
  'crop',
  'lay',
  'placeEntry',
  'choosePoint',
  'nudge',
  'undo',
  'redo',
]

/** While places are picked, Escape and Delete take the last one back. Undefined: the command means what it always does. */
export function pickCommand(
  store: ReturnType<typeof useStore>,
  { command }: KeyCommand,
): boolean | undefined {
  if (!store.get(pickingAtom)) return undefined
  if (command === 'escape' || command === 'delete') {
    unpick(store)
    return true
  }
  return NOT_NOW.includes(command) ? false : undefined
}
