import { useComputedColorScheme } from '@mantine/core'
import { createStore, Provider, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { createRef, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import type { Pyramid } from '../../workers/raster/raster-client.ts'
import type { BasePaneHandle, ScanPaneHandle, Side } from '../map/pane-props.ts'
import { useFirstFocus } from '../map/use-first-focus.ts'
import { useUnsavedWork } from '../session/unsaved-work.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { dismissToastsAbout } from '../ui/toast-store.ts'
import { useIsLowAndWide, useIsMobile, useIsShort } from '../ui/use-is-mobile.ts'
import { useLayer } from '../ui/use-layer.ts'
import { AccuracyDrawer } from './panels/accuracy/accuracy-drawer.tsx'
import type { EditorDocument } from '../drafts/editor-document.ts'
import { documentOfRecord } from '../drafts/map-record-document.ts'
import { useToggleCrop } from './tools/use-crop.ts'
import { useDraft } from './session/use-draft.ts'
import { type KeptWork, useEditingTab } from './session/editing-tab.ts'
import { EditorDialogs } from './chrome/editor-dialogs.tsx'
import { focusPlaceField, LatePlaceCard } from './panels/place/late-place-card.tsx'
import { LateProposePanel } from './panels/propose/late-propose-panel.tsx'
import { EmbeddedPointsBanner } from './panels/files/embedded-points-banner.tsx'
import { Announcer } from './chrome/announcer.tsx'
import { FitNotice } from './chrome/fit-notice.tsx'
import { PhoneControls } from './chrome/phone-controls.tsx'
import { PlacementHint } from './chrome/placement-hint.tsx'
import { SplitView } from './chrome/split-view.tsx'
import { PlaceButtons, ToolRail } from './chrome/tool-rail.tsx'
import { MarkDoneButton, TopBar } from './chrome/top-bar.tsx'
import { WorkBanners } from './chrome/banners/work-banners.tsx'
import { useEditorBar } from './chrome/use-editor-bar.ts'
import { asksForPlaceAtom } from './tools/asks-for-place.ts'
import { useStartLay } from './tools/use-start-lay.ts'
import { useEditorCommands } from './tools/use-editor-commands.ts'
import { usePaletteCommands } from './chrome/use-palette-commands.ts'
import { BaseSide } from './panes/base-side.tsx'
import { PhoneStage } from './panes/phone-stage.tsx'
import { ScanSide } from './panes/scan-side.tsx'
import { useFirstLargeView } from './panes/use-first-large-view.ts'
import { useOverlay } from './panes/use-overlay.ts'
import { counterpartCamera, usePaneSync } from './panes/use-pane-sync.ts'
import { useShowNewFile } from './panes/use-show-new-file.ts'
import { useShowPlaces } from './panes/use-show-places.ts'
import { useSuggestion } from './panes/use-suggestion.ts'
import { GoneBanner } from './chrome/banners/gone-banner.tsx'
import { MapBanners } from './chrome/banners/map-banners.tsx'
import { useEditingRights } from './session/use-editing-rights.ts'
import { useServerDocument } from './session/use-server-document.ts'
import { useTransform } from './session/use-transform.ts'
import type { EditorOpening } from './model/editor-opening.ts'
import { openSheet } from './model/sheet/sheet-state.ts'
import { NO_TEXTS } from './model/sheet/sheet-texts.ts'
import { baseLayerAtom } from './model/base-layer-atom.ts'
import { baseVersionAtom, committedDocumentAtom, openDocumentAtom } from './model/document-atoms.ts'
import { isLocalAtom } from './model/local-map.ts'
import { openDialogAtom } from './model/open-dialog.ts'
import { shownSpotAtom } from './model/shown-spot.ts'
import { scanSizeAtom } from './model/scan-size.ts'
import {
  aimedSidesAtom,
  dividerAtom,
  isLabelsAtom,
  isPublishedCardAtom,
  shownSideAtom,
  viewModeAtom,
} from './model/view-atoms.ts'
import { isOverPaneAtom, menuSideAtom, panesAtom, toolsAtom } from './model/tool-atoms.ts'
import { openFoundPoints } from './tools/propose-steps.ts'
import { createEditorTools } from './tools/editor-tools.ts'
import { useAddAtCrosses } from './tools/use-add-at-crosses.ts'
import { useAskRegion } from './tools/use-ask-region.ts'
import { useAddByThumb } from './tools/use-add-by-thumb.ts'
import { useStoredHalfPair } from './session/stored-half-pair.ts'
import { useLostPoint } from './tools/use-lost-point.ts'
import { useTools } from './tools/use-tools.ts'
import { dpiOf } from './model/sheet-lie.ts'
import { LatePublishedCard } from './panels/published/late-published-card.tsx'
import { WarpEffects } from './warp/warp-effects.tsx'
import classes from './editor-workspace.module.css'

interface EditorWorkspaceProps {
  readonly record: MapRecord
  /** It was deleted, or taken from this user's sight, while it stood open. */
  readonly isGone: boolean
  readonly opening: EditorOpening
  readonly userId: string
  readonly scan: Pyramid
  readonly baseMaps: BaseMaps
  /** What takes the place of the server where the map lies on this device alone. */
  readonly local?: LocalMap | undefined
}

/** How a map on this device is taken along as a file. */
export interface LocalMap {
  /** Makes the file. */
  readonly take: (document: EditorDocument) => void
  /** 0 to 100 while it is made, null while that is not known, undefined while none is. */
  readonly percent: number | null | undefined
}

/** Until the draft is there. */
const NO_WORK: KeptWork = { flush: () => Promise.resolve(), catchUp: () => Promise.resolve() }

/** The editor of one map; its state lives and ends with it. */
export function EditorWorkspace(props: EditorWorkspaceProps) {
  const [store] = useState(() => {
    const opened = createStore()
    const document = documentOfRecord(props.record)
    opened.set(isLocalAtom, props.local !== undefined)
    opened.set(openDocumentAtom, { document, published: document })
    opened.set(baseVersionAtom, props.record.version)
    opened.set(scanSizeAtom, { width: props.scan.width, height: props.scan.height })
    opened.set(panesAtom, { scan: createRef<ScanPaneHandle>(), map: createRef<BasePaneHandle>() })
    opened.set(toolsAtom, { send: createEditorTools(opened) })
    opened.set(shownSpotAtom, props.opening.spot)
    if (props.opening.showsFoundPoints) openFoundPoints(opened)
    return opened
  })
  return (
    <Provider store={store}>
      <Workspace {...props} />
    </Provider>
  )
}

function Workspace({ record, isGone, userId, scan, baseMaps, local }: EditorWorkspaceProps) {
  const { i18n } = useTranslation('editor')
  const store = useStore()
  const isNarrow = useIsMobile()
  const isShort = useIsShort()
  // A phone on its side has no room for a desktop's bars either.
  const isPhone = isNarrow || isShort
  const isBeside = useIsLowAndWide()
  const hasPeek = isPhone && !isBeside
  const theme = useComputedColorScheme('light')
  const { scan: scanPane, map: mapPane } = useAtomValue(panesAtom)
  // Its keys work at once, and its frame says where they go. Fingers need neither.
  useFirstFocus(scanPane, !isPhone)
  const openDialog = useSetAtom(openDialogAtom)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const viewMode = useAtomValue(viewModeAtom)
  const shownSide = useAtomValue(shownSideAtom)
  const [share, setShare] = useAtom(dividerAtom)
  const layer = useAtomValue(baseLayerAtom)
  const labels = useAtomValue(isLabelsAtom)
  const isOverPane = useAtomValue(isOverPaneAtom)
  const [isPublishedCard, setPublishedCard] = useAtom(isPublishedCardAtom)

  useUnsavedWork(true, { isRecoverable: true })
  useEffect(() => dismissToastsAbout(`opening ${record.id}`), [record.id])
  const isLocal = local !== undefined
  const published = useTransform(record, !isLocal)
  const transform = local
    ? { ...published, percent: local.percent, transform: () => local.take(store.get(committedDocumentAtom)) }
    : published
  const { permissions, ended } = useEditingRights(record, transform, isGone, isLocal)
  const { canEdit } = permissions
  const server = useServerDocument(record, permissions.isOwner && permissions.isAssigned)
  const work = useRef(NO_WORK)
  const tab = useEditingTab(`${userId} ${record.id}`, canEdit, work)
  const draft = useDraft({
    userId,
    mapId: record.id,
    published: server.document,
    version: record.version,
    isEditing: canEdit && tab.isHere,
    isLocal,
  })
  useEffect(() => {
    work.current = draft.work
  })
  const mayAskForPlace = canEdit && tab.isHere && draft.isLookedFor && draft.offers.length === 0
  useAskRegion(record, mayAskForPlace)
  const send = useTools()
  useLostPoint()
  useStoredHalfPair(`${userId} ${record.id}`, canEdit && tab.isHere)
  // Back on a phone closes what a tap has opened; its keys stay the tools'.
  const leavePane = () => void send({ type: store.get(menuSideAtom) === null ? 'escape' : 'menuClosed' })
  useLayer(isPhone && isOverPane, leavePane, { leavesKeys: true })
  const placeAtCrosses = useAddAtCrosses()
  const placeByThumb = useAddByThumb((side, warp) =>
    counterpartCamera(side, { scan: scanPane, map: mapPane }, warp),
  )
  const toggleCrop = useToggleCrop()
  const startLay = useStartLay()
  const shown = useOverlay(record, scan)
  const follow = usePaneSync({ scan: scanPane, map: mapPane })
  const suggest = useSuggestion(scanPane, mapPane)
  const places = useShowPlaces({ record, scan: scanPane, map: mapPane })
  const addAtCrosses = () => {
    if (hasPeek) placeByThumb()
    else placeAtCrosses()
    // It stood for what was looked for, and would cover what has been placed there.
    places.dropPin()
  }
  const onCamera = (side: Side, byUser: boolean) => {
    if (byUser) store.set(aimedSidesAtom, (aimed) => (aimed.has(side) ? aimed : new Set([...aimed, side])))
    follow(side, byUser)
  }
  useShowNewFile(record, mapPane)
  const settleMap = useFirstLargeView(isBeside || (hasPeek && shownSide === 'map'), places.fitMapPoints)
  const bar = useEditorBar({ record, isGone, draft, transform, permissions, isPhone })
  const onCommand = useEditorCommands({
    canEdit,
    scan: scanPane,
    map: mapPane,
    // The result is looked at, not worked on.
    addAtCrosses: viewMode === 'result' && !isPhone ? () => undefined : addAtCrosses,
    toggleCrop,
    startLay,
    transform: bar.transform.onTransform,
    openHelp: () => openDialog('shortcuts'),
    openPalette: () => openDialog('palette'),
    // At once: what is typed next belongs into the field.
    openSearch: () => focusPlaceField() || flushSync(() => setSearchOpen(true)),
    showPoint: places.showPoint,
  })

  // What the dialog begins with is not needed before.
  const onSheet = () =>
    void import('./model/sheet/expected-texts.ts').then(
      ({ suggestedTexts }) => openSheet(store, suggestedTexts(store, record)),
      () => openSheet(store, NO_TEXTS),
    )
  const commands = usePaletteCommands({ ...bar, onCommand, onSuggest: suggest, onSheet })

  const placeTools = {
    isSearchOpen,
    onSearchOpen: setSearchOpen,
    onFound: places.showFound,
    onLocated: places.showDevice,
  }

  const scanSide = (
    <ScanSide
      record={record}
      scan={scan}
      theme={theme}
      canEdit={canEdit}
      isPhone={isPhone}
      isPeek={hasPeek && shownSide !== 'scan'}
      paneRef={scanPane}
      onCameraMove={(byUser) => onCamera('scan', byUser)}
    />
  )
  const baseSide = (
    <BaseSide
      baseMap={{
        baseMaps,
        layer: layer === 'embedded' ? undefined : layer,
        labels,
        language: asLanguage(i18n.language),
      }}
      initialBox={places.initialBox}
      scan={scan}
      {...shown}
      theme={theme}
      canEdit={canEdit}
      isPhone={isPhone}
      isPeek={hasPeek && shownSide !== 'map'}
      found={places.found}
      paneRef={mapPane}
      onCameraMove={(byUser) => {
        if (byUser) settleMap()
        onCamera('map', byUser)
      }}
      onFit={places.fitMap}
      onShow={places.showPin}
      onPress={places.dropPin}
    >
      {isPhone && (
        <div className={classes['phonePlaces']}>
          <PlaceButtons {...placeTools} />
        </div>
      )}
    </BaseSide>
  )

  // The card is the search, and there are no points to tell of.
  const isPlaceAsked = useAtomValue(asksForPlaceAtom) && mayAskForPlace
  const placeCard = (
    <LatePlaceCard
      record={record}
      isPhone={isPhone}
      isReady={mayAskForPlace}
      onImport={() => openDialog('import')}
    />
  )

  const proposePanel = canEdit && !isLocal && (
    <LateProposePanel mapId={record.id} isPhone={isPhone} canCorrect={!permissions.canClaim} />
  )

  return (
    <div className={classes['workspace']} data-editor>
      <WarpEffects scan={scan} />
      <Announcer />
      <TopBar {...bar} isPlaceAsked={isPlaceAsked} />
      {isGone ? (
        <GoneBanner record={record} onExport={() => openDialog('export')} />
      ) : (
        <MapBanners
          record={record}
          permissions={permissions}
          ended={ended}
          hasDraftAside={server.hasDraftAside}
          onViewDetails={() => openDialog('overview')}
          markDone={isPhone ? bar.markDone : undefined}
        />
      )}
      <WorkBanners
        record={record}
        scan={scan}
        draft={draft}
        tab={tab}
        transform={transform}
        server={server}
        canEdit={canEdit}
        onTaken={places.fitPoints}
      />
      {canEdit && draft.offers.length === 0 ? (
        <EmbeddedPointsBanner embedded={record.embeddedGcps} onUsed={places.fitPoints} />
      ) : null}
      <div className={classes['stage']}>
        {/* Before the panes, as they stand for the eye: Tab goes in this order. */}
        {!isPhone && (
          <ToolRail
            canEdit={canEdit}
            onAdd={addAtCrosses}
            onSuggest={suggest}
            onImport={() => openDialog('import')}
            onCrop={toggleCrop}
            onLay={startLay}
            onSheet={onSheet}
            isPlaceAsked={isPlaceAsked}
            {...placeTools}
          />
        )}
        {isPhone ? (
          <>
            <PhoneStage scan={scanSide} map={baseSide} isBeside={isBeside} />
            {placeCard}
            {proposePanel}
          </>
        ) : (
          <SplitView
            left={scanSide}
            right={
              <>
                {baseSide}
                {placeCard}
                {proposePanel}
              </>
            }
            shows={viewMode === 'split' ? 'both' : viewMode === 'original' ? 'left' : 'right'}
            share={share}
            onShareChange={setShare}
          />
        )}
        <PlacementHint isPhone={hasPeek} />
        {isPublishedCard && !isGone && (
          <LatePublishedCard
            record={record}
            submit={bar.markDone && <MarkDoneButton {...bar.markDone} />}
            onClose={() => setPublishedCard(false)}
          />
        )}
        <EditorDialogs
          record={record}
          scan={scan}
          isPhone={isPhone}
          canEdit={canEdit}
          isTransforming={bar.transform.percent !== undefined}
          isDraftOffered={draft.offers.length > 0}
          onImported={places.fitPoints}
          onShowPoint={places.showPoint}
          commands={commands}
          onPlace={places.showFound}
        />
      </div>
      <FitNotice isToldAtButton={bar.transform.refusal !== undefined} />
      <AccuracyDrawer
        canEdit={canEdit}
        isPhone={isPhone}
        dpi={dpiOf(record)}
        onShowPoint={places.showPoint}
        onShowFold={places.showFold}
        onLay={startLay}
        isPlaceAsked={isPlaceAsked}
      />
      {isPhone && (
        <PhoneControls
          {...bar}
          hasSides={hasPeek}
          onAdd={addAtCrosses}
          onCrop={toggleCrop}
          onLay={startLay}
          onSheet={onSheet}
        />
      )}
    </div>
  )
}
