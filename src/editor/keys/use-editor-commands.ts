import { useAtomValue, useStore } from 'jotai'
import type { BasePaneHandle, ScanPaneHandle } from '../../map/pane-props.ts'
import { paneToMap } from '../../../workers/geometry/camera.ts'
import { usePointActions } from '../points/use-point-actions.ts'
import {
  controlPointsAtom,
  isStagingAtom,
  redoAtom,
  revertStagedAtom,
  undoAtom,
} from '../state/document-atoms.ts'
import {
  deselectAtom,
  isOpacityWheelAtom,
  isOverlayHeldAtom,
  isOverlayOffAtom,
  isTableOpenAtom,
  magnifiedSideAtom,
  menuSideAtom,
  placementAtom,
  selectedIdAtom,
  shownSideAtom,
  viewModeAtom,
} from '../state/view-atoms.ts'
import type { Side } from '../state/view-atoms.ts'
import { IDLE } from '../placement/placement.ts'
import { cycledId } from './editor-key.ts'
import type { KeyCommand } from './editor-key.ts'
import { useEditorKeys } from './use-editor-keys.ts'

interface EditorCommands {
  readonly canEdit: boolean
  readonly scan: { readonly current: ScanPaneHandle | null }
  readonly map: { readonly current: BasePaneHandle | null }
  readonly addAtCrosses: () => void
  readonly openHelp: () => void
  readonly openSearch?: () => void
  readonly showPoint: (id: string) => void
}

/** What lies over a map and has keys of its own. */
const CONTROLS = 'button, a, input, [role=slider], [role=toolbar], [data-loupe]'

const VIEWS = { 1: 'original', 2: 'split', 3: 'result' } as const

/** Carries out what the keyboard asks of the editor. */
export function useEditorCommands(props: EditorCommands): void {
  const store = useStore()
  const actions = usePointActions()
  const selectedId = useAtomValue(selectedIdAtom)

  const nudge = (dx: number, dy: number) => {
    const point = store.get(controlPointsAtom).find(({ id }) => id === selectedId)
    if (!point) return false
    if (focusedSide() === 'scan') {
      actions.move(point.id, 'scan', [point.image[0] + dx, point.image[1] + dy], true)
      return true
    }
    const camera = props.map.current?.camera()
    if (!camera) return false
    const place = paneToMap({ ...camera, centre: point.map }, { width: 0, height: 0 }, [dx, dy])
    actions.move(point.id, 'map', place, true)
    return true
  }

  const escape = () => {
    if (store.get(isStagingAtom)) store.set(revertStagedAtom)
    else if (store.get(magnifiedSideAtom) !== null) store.set(magnifiedSideAtom, null)
    else if (store.get(placementAtom).kind !== 'idle') store.set(placementAtom, IDLE)
    else if (store.get(selectedIdAtom) !== null) store.set(deselectAtom)
    else return false
    return true
  }

  const cycle = (step: 1 | -1) => {
    const ids = store.get(controlPointsAtom).map(({ id }) => id)
    const next = cycledId(ids, store.get(selectedIdAtom), step)
    store.set(menuSideAtom, null)
    store.set(selectedIdAtom, next)
    if (next === null) return false
    props.showPoint(next)
    return true
  }

  const view = (number: 1 | 2 | 3 | 4) => {
    if (number === 4) store.set(isTableOpenAtom, !store.get(isTableOpenAtom))
    else store.set(viewModeAtom, VIEWS[number])
    if (number === 1) store.set(shownSideAtom, 'scan')
    if (number === 3) store.set(shownSideAtom, 'map')
  }

  const edit = (change: () => void) => {
    if (props.canEdit) change()
    return props.canEdit
  }

  const onCommand = (command: KeyCommand): boolean => {
    switch (command.command) {
      case 'undo':
        return edit(() => store.set(undoAtom))
      case 'redo':
        return edit(() => store.set(redoAtom))
      case 'delete':
        return edit(() => selectedId !== null && actions.remove(selectedId))
      case 'addPoint':
        return edit(props.addAtCrosses)
      case 'nudge':
        return props.canEdit && nudge(command.dx, command.dy)
      case 'cycle':
        return cycle(command.step)
      case 'escape':
        return escape()
      case 'toggleOverlay':
        store.set(isOverlayOffAtom, !store.get(isOverlayOffAtom))
        return true
      case 'view':
        view(command.view)
        return true
      case 'help':
        props.openHelp()
        return true
      case 'search':
        props.openSearch?.()
        return props.openSearch !== undefined
    }
  }

  useEditorKeys({
    hasSelection: selectedId !== null,
    isMap: (element) => element?.closest('[data-pane]') != null && element.closest(CONTROLS) === null,
    onCommand,
    onOverlayHeld: (isHeld) => store.set(isOverlayHeldAtom, isHeld),
    onOpacityKey: (isHeld) => store.set(isOpacityWheelAtom, isHeld),
  })
}

function focusedSide(): Side | null {
  const pane = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')
  return pane === 'scan' || pane === 'map' ? pane : null
}
