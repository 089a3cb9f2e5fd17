import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { flushSync } from 'react-dom'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import { useLayer } from '../../ui/use-layer.ts'
import type { KeyCommand } from '../model/editor-key.ts'
import { openDialogAtom } from '../model/open-dialog.ts'
import { openSheet } from '../model/sheet/sheet-state.ts'
import { NO_TEXTS } from '../model/sheet/sheet-texts.ts'
import { isOverPaneAtom, menuSideAtom, panesAtom } from '../model/tool-atoms.ts'
import { isSearchOpenAtom, viewModeAtom } from '../model/view-atoms.ts'
import { focusPlaceField } from '../panels/place/late-place-card.tsx'
import { counterpartCamera } from '../panes/use-pane-sync.ts'
import type { ShowPlaces } from '../panes/use-show-places.ts'
import { useSuggestion } from '../panes/use-suggestion.ts'
import type { PaneLayout } from '../parts/use-pane-layout.ts'
import { useAddAtCrosses } from '../tools/use-add-at-crosses.ts'
import { useAddByThumb } from '../tools/use-add-by-thumb.ts'
import { useToggleCrop } from '../tools/use-crop.ts'
import { useEditorCommands } from '../tools/use-editor-commands.ts'
import { useLostPoint } from '../tools/use-lost-point.ts'
import { useStartLay } from '../tools/use-start-lay.ts'
import { useTools } from '../tools/use-tools.ts'

interface EditorActsInput {
  readonly record: MapRecord
  readonly canEdit: boolean
  readonly layout: PaneLayout
  readonly places: ShowPlaces
  /** Publishes, or says what is missing for it. */
  readonly onTransform: () => void
}

/** What rail, phone's bar, palette and keys do. */
export interface EditorActs {
  /** Pairs the crosses of both panes. */
  readonly onAdd: () => void
  readonly onCrop: () => void
  readonly onLay: () => void
  readonly onSheet: () => void
  readonly onSuggest: () => void
  /** Does what the keyboard asks for; true: it was done. */
  readonly onCommand: (command: KeyCommand) => boolean
}

/** Gives what can be done with the open map, by its keys, too. */
export function useEditorActs({
  record,
  canEdit,
  layout: { isPhone, hasPeek },
  places,
  onTransform,
}: EditorActsInput): EditorActs {
  const store = useStore()
  const panes = useAtomValue(panesAtom)
  const openDialog = useSetAtom(openDialogAtom)
  const setSearchOpen = useSetAtom(isSearchOpenAtom)
  const isResult = useAtomValue(viewModeAtom) === 'result'
  const isOverPane = useAtomValue(isOverPaneAtom)
  const send = useTools()
  useLostPoint()
  // Back on a phone closes what a tap has opened; its keys stay the tools'.
  const leavePane = () => void send({ type: store.get(menuSideAtom) === null ? 'escape' : 'menuClosed' })
  useLayer(isPhone && isOverPane, leavePane, { leavesKeys: true })
  const placeAtCrosses = useAddAtCrosses()
  const placeByThumb = useAddByThumb((side, warp) => counterpartCamera(side, panes, warp))
  const onCrop = useToggleCrop()
  const onLay = useStartLay()
  const onSuggest = useSuggestion(panes.scan, panes.map)
  const onAdd = () => {
    if (hasPeek) placeByThumb()
    else placeAtCrosses()
    // It stood for what was looked for, and would cover what has been placed there.
    places.dropPin()
  }
  const onCommand = useEditorCommands({
    canEdit,
    scan: panes.scan,
    map: panes.map,
    // The result is looked at, not worked on.
    addAtCrosses: isResult && !isPhone ? () => undefined : onAdd,
    toggleCrop: onCrop,
    startLay: onLay,
    transform: onTransform,
    openHelp: () => openDialog('shortcuts'),
    openPalette: () => openDialog('palette'),
    // At once: what is typed next belongs into the field.
    openSearch: () => focusPlaceField() || flushSync(() => setSearchOpen(true)),
    showPoint: places.showPoint,
  })
  // What the dialog begins with is not needed before.
  const onSheet = () =>
    void import('../model/sheet/expected-texts.ts').then(
      ({ suggestedTexts }) => openSheet(store, suggestedTexts(store, record)),
      () => openSheet(store, NO_TEXTS),
    )
  return { onAdd, onCrop, onLay, onSheet, onSuggest, onCommand }
}
