import { useAtomValue, useStore } from 'jotai'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { BasePaneHandle, ScanPaneHandle, Side } from '../../map/pane-props.ts'
import { cropCommand } from './crop-keys.ts'
import { layCommand } from './lay-keys.ts'
import type { ImagePoint } from '../../../contract/control-points.ts'
import { paneToMap, paneToScan } from '../../geometry/camera.ts'
import { openPlaceEntry, placeEntryAtom } from '../model/place-entry/open-place-entry.ts'
import { usePointActions } from './use-point-actions.ts'
import { isSnapHeldAtom } from '../model/snap-atoms.ts'
import { announce } from '../../ui/announce.ts'
import { formatPercent } from '../../ui/number-format.ts'
import { controlPointsAtom, redoAtom, undoAtom } from '../model/document-atoms.ts'
import {
  comparisonAtom,
  isOpacityWheelAtom,
  isOverlayHeldAtom,
  isOverlayOffAtom,
  isTableOpenAtom,
  shownSideAtom,
  stepOpacityAtom,
  viewModeAtom,
} from '../model/view-atoms.ts'
import { pickCommand } from './pick-keys.ts'
import { proposeCommand } from './propose-steps.ts'
import { chosenProposalAtom, isProposeOpenAtom } from '../model/propose/propose-atoms.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import { croppingAtom, isCroppingAtom, isLayingAtom, selectedIdAtom } from '../model/tool-atoms.ts'
import { useTools } from './use-tools.ts'
import { steppedId } from '../model/editor-key.ts'
import type { KeyCommand, KeyFocus } from '../model/editor-key.ts'
import { useEditorKeys } from './use-editor-keys.ts'

interface EditorCommands {
  readonly canEdit: boolean
  readonly scan: { readonly current: ScanPaneHandle | null }
  readonly map: { readonly current: BasePaneHandle | null }
  readonly addAtCrosses: () => void
  readonly toggleCrop: () => void
  readonly startLay: () => void
  readonly transform: () => void
  readonly openHelp: () => void
  readonly openPalette: () => void
  readonly openSearch?: () => void
  readonly showPoint: (id: string) => void
}

/** What has keys of its own. */
const CONTROLS = 'button, a, input, summary, [role=slider], [role=separator], [role=toolbar]'

const VIEWS = { 1: 'original', 2: 'split', 3: 'result' } as const

/** Carries out what the keyboard asks of the editor. Gives how others ask for the same; true: it was done. */
export function useEditorCommands(props: EditorCommands): (command: KeyCommand) => boolean {
  const { t, i18n } = useTranslation('editor')
  const store = useStore()
  const send = useTools()
  const actions = usePointActions()
  const selectedId = useAtomValue(selectedIdAtom)
  const isCropping = useAtomValue(isCroppingAtom)
  const isLaying = useAtomValue(isLayingAtom)
  const isPicking = useAtomValue(pickingAtom) !== null
  const isProposed = useAtomValue(chosenProposalAtom) !== null

  const nudge = (dx: number, dy: number) => {
    const point = store.get(controlPointsAtom).find(({ id }) => id === selectedId)
    if (!point) return false
    if (focusedSide() === 'scan') {
      actions.move(point.id, 'scan', onTurnedScan(point.image, [dx, dy]), true)
      return true
    }
    const camera = props.map.current?.camera()
    if (!camera) return false
    const place = paneToMap({ ...camera, centre: point.map }, { width: 0, height: 0 }, [dx, dy])
    actions.move(point.id, 'map', place, true)
    return true
  }

  /** Px of the scan in the directions of the screen. */
  const onTurnedScan = (centre: ImagePoint, by: ImagePoint): ImagePoint => {
    const bearing = props.scan.current?.camera()?.bearing ?? 0
    return paneToScan({ centre, zoom: 0, bearing }, { width: 0, height: 0 }, by)
  }

  const choosePoint = (step: 1 | -1) => {
    const ids = store.get(controlPointsAtom).map(({ id }) => id)
    const next = steppedId(ids, store.get(selectedIdAtom), step)
    if (next === null) return false
    send({ type: 'pointChosen', id: next })
    props.showPoint(next)
    return true
  }

  /** Opens the bar of the chosen point beside it, or finds it open, and goes on in it. */
  const toPointMenu = () => {
    const side = focusedSide()
    if (side === null) return false
    flushSync(() => send({ type: 'menuAsked', side }))
    const first = document.querySelector<HTMLElement>(`[data-pane=${side}] [role=toolbar] button`)
    first?.focus({ preventScroll: true })
    return first !== null
  }

  const otherPane = () => {
    const [side, pane] =
      focusedSide() === 'scan' ? (['map', props.map] as const) : (['scan', props.scan] as const)
    // What is hidden cannot have the focus: it is shown before.
    flushSync(() => {
      if (store.get(viewModeAtom) !== 'split')
        store.set(viewModeAtom, side === 'scan' ? 'original' : 'result')
      store.set(shownSideAtom, side)
    })
    pane.current?.focus()
    return true
  }

  const view = (number: 1 | 2 | 3 | 4) => {
    if (number === 4) {
      flushSync(() => store.set(isTableOpenAtom, !store.get(isTableOpenAtom)))
      // Into the table, whose rows are the next stops.
      if (store.get(isTableOpenAtom)) document.querySelector<HTMLElement>('[data-accuracy]')?.focus()
      return
    }
    const side = focusedSide()
    const shown = number === 1 ? 'scan' : number === 3 ? 'map' : null
    flushSync(() => {
      store.set(viewModeAtom, VIEWS[number])
      if (shown) store.set(shownSideAtom, shown)
    })
    // The focus goes along: with the pane that had it, it would be hidden.
    if (side && shown && side !== shown) (shown === 'scan' ? props.scan : props.map).current?.focus()
  }

  const turnOpacity = (step: 1 | -1) => {
    const opacity = store.set(stepOpacityAtom, step)
    announce(`${t('overlay.opacity')}: ${formatPercent(opacity * 100, i18n.language)}`)
  }

  const search = () => {
    props.openSearch?.()
    return props.openSearch !== undefined
  }

  const edit = (change: () => void) => {
    if (props.canEdit) change()
    return props.canEdit
  }

  const onCommand = (command: KeyCommand): boolean => {
    const picked = pickCommand(store, command)
    if (picked !== undefined) return picked
    const cropping = store.get(croppingAtom)
    const cropped = cropping && props.canEdit ? cropCommand(store, cropping, command) : undefined
    if (cropped !== undefined) return cropped
    const laid = props.canEdit ? layCommand(store, command) : undefined
    if (laid !== undefined) return laid
    const proposed = props.canEdit ? proposeCommand(store, command) : undefined
    if (proposed !== undefined) return proposed
    switch (command.command) {
      case 'undo':
        return edit(() => store.set(undoAtom))
      case 'redo':
        return edit(() => store.set(redoAtom))
      case 'delete':
        return edit(() => selectedId !== null && actions.remove(selectedId))
      case 'addPoint':
        return edit(props.addAtCrosses)
      case 'crop':
        return edit(props.toggleCrop)
      case 'lay':
        return edit(props.startLay)
      case 'placeEntry':
        // Where no place can be typed for a point the map is led to it: what is typed next would else be commands.
        return (props.canEdit && openPlaceEntry(store)) || search()
      // The panes' own keys zoom and turn them; and nothing is proposed.
      case 'acceptProposal':
      case 'scale':
      case 'turn':
        return false
      case 'close':
        return (
          send({ type: 'ringClosed' }) || (props.canEdit && send({ type: 'expectedTaken' })) || toPointMenu()
        )
      case 'transform':
        props.transform()
        return true
      case 'nudge':
        return props.canEdit && nudge(command.dx, command.dy)
      case 'choosePoint':
        return choosePoint(command.step)
      case 'otherPane':
        return otherPane()
      case 'escape':
        if (store.get(placeEntryAtom) !== null) {
          store.set(placeEntryAtom, null)
          return true
        }
        if (send({ type: 'escape' })) return true
        if (store.get(isProposeOpenAtom)) {
          store.set(isProposeOpenAtom, false)
          return true
        }
        // The last thing that was laid over the map.
        if (store.get(comparisonAtom) === null) return false
        store.set(comparisonAtom, null)
        return true
      case 'toggleOverlay':
        store.set(isOverlayOffAtom, !store.get(isOverlayOffAtom))
        return true
      case 'opacity':
        turnOpacity(command.step)
        return true
      case 'view':
        view(command.view)
        return true
      case 'palette':
        props.openPalette()
        return true
      case 'help':
        props.openHelp()
        return true
      case 'search':
        return search()
    }
  }

  useEditorKeys({
    hasSelection: isPicking || isProposed || selectedId !== null || isCropping || isLaying,
    focusOf,
    onCommand,
    onOverlayHeld: (isHeld) => store.set(isOverlayHeldAtom, isHeld),
    isOpacityHeld: () => store.get(isOpacityWheelAtom),
    onOpacityKey: (isHeld) => store.set(isOpacityWheelAtom, isHeld),
    onSnapKey: (isHeld) => store.set(isSnapHeldAtom, isHeld && props.canEdit),
  })
  return onCommand
}

function focusOf(element: Element | null): KeyFocus {
  if (element === null || element.closest('[data-loupe]') !== null) return 'elsewhere'
  if (element.closest('[data-editor]') === null) {
    // The page around the editor has none, unless a dialog lies over both.
    const isAround = element.querySelector('[data-editor]') !== null
    return isAround && document.querySelector('[aria-modal=true]') === null ? 'page' : 'elsewhere'
  }
  if (element.closest('[data-point]') !== null) return 'row'
  if (element.closest(CONTROLS) !== null) return 'control'
  return element.closest('[data-pane]') === null ? 'page' : 'map'
}

function focusedSide(): Side | null {
  const pane = document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane')
  return pane === 'scan' || pane === 'map' ? pane : null
}
