import { useComputedColorScheme } from '@mantine/core'
import { createStore, Provider, useAtom, useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { MapRecord } from '../../contract/api/map-record.ts'
import type { Pyramid } from '../../workers/raster/raster-client.ts'
import type { BasePaneHandle, ScanPaneHandle } from '../map/pane-props.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { useIsMobile } from '../ui/use-is-mobile.ts'
import { AccuracyDrawer } from './accuracy/accuracy-drawer.tsx'
import { documentOfRecord } from './document/map-record-document.ts'
import { useDraft } from './document/use-draft.ts'
import { EditorDialogs } from './frame/editor-dialogs.tsx'
import type { DialogName } from './frame/editor-dialogs.tsx'
import { EmbeddedPointsBanner } from './files/embedded-points-banner.tsx'
import { DraftBanner } from './frame/draft-banner.tsx'
import { FitNotice } from './frame/fit-notice.tsx'
import { PhoneControls } from './frame/phone-controls.tsx'
import { PlacementHint } from './frame/placement-hint.tsx'
import { SplitView } from './frame/split-view.tsx'
import { PlaceButtons, ToolRail } from './frame/tool-rail.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { useEditorBar } from './frame/use-editor-bar.ts'
import { useEditorCommands } from './keys/use-editor-commands.ts'
import { BaseSide } from './panes/base-side.tsx'
import { PhoneStage } from './panes/phone-stage.tsx'
import { ScanSide } from './panes/scan-side.tsx'
import { useOverlay } from './panes/use-overlay.ts'
import { usePaneSync } from './panes/use-pane-sync.ts'
import { useShowNewFile } from './panes/use-show-new-file.ts'
import { useShowPlaces } from './panes/use-show-places.ts'
import { useSuggestion } from './panes/use-suggestion.ts'
import { usePlacement } from './placement/use-placement.ts'
import { MapBanners } from './publish/map-banners.tsx'
import { useEditingRights } from './publish/use-editing-rights.ts'
import { useServerDocument } from './publish/use-server-document.ts'
import { useTransform } from './publish/use-transform.ts'
import { openDocumentAtom } from './state/document-atoms.ts'
import {
  baseLayerAtom,
  dividerAtom,
  isLabelsAtom,
  isTableOpenAtom,
  shownSideAtom,
  viewModeAtom,
} from './state/view-atoms.ts'
import { WarpEffects } from './warp/warp-effects.tsx'
import classes from './editor-workspace.module.css'

interface EditorWorkspaceProps {
  readonly record: MapRecord
  readonly userId: string
  readonly scan: Pyramid
  readonly baseMaps: BaseMaps
  /** The bell of the notifications, for the bar. */
  readonly bell: ReactNode
}

/** The editor of one map; its state lives and ends with it. */
export function EditorWorkspace(props: EditorWorkspaceProps) {
  const [store] = useState(() => {
    const opened = createStore()
    const document = documentOfRecord(props.record)
    opened.set(openDocumentAtom, { document, published: document })
    // A first map shows the three steps.
    opened.set(isTableOpenAtom, document.points.length === 0)
    return opened
  })
  return (
    <Provider store={store}>
      <Workspace {...props} />
    </Provider>
  )
}

function Workspace({ record, userId, scan, baseMaps, bell }: EditorWorkspaceProps) {
  const { i18n } = useTranslation('editor')
  const isPhone = useIsMobile()
  const theme = useComputedColorScheme('light')
  const scanPane = useRef<ScanPaneHandle>(null)
  const mapPane = useRef<BasePaneHandle>(null)
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const [isSearchOpen, setSearchOpen] = useState(false)
  const viewMode = useAtomValue(viewModeAtom)
  const shownSide = useAtomValue(shownSideAtom)
  const [share, setShare] = useAtom(dividerAtom)
  const layer = useAtomValue(baseLayerAtom)
  const labels = useAtomValue(isLabelsAtom)

  const draft = useDraft(userId, record.id, useServerDocument(record))
  const transform = useTransform(record)
  const { permissions, hasExpired } = useEditingRights(record, transform)
  const { canEdit } = permissions
  const placing = usePlacement(scan)
  const overlay = useOverlay(record, scan)
  const follow = usePaneSync({ scan: scanPane, map: mapPane })
  const suggest = useSuggestion(scanPane, mapPane)
  const places = useShowPlaces({ record, scan: scanPane, map: mapPane })
  useShowNewFile(record, mapPane)
  const bar = useEditorBar({ record, draft, transform, permissions, isPhone, open: setDialog })
  useEditorCommands({
    canEdit,
    scan: scanPane,
    map: mapPane,
    addAtCrosses: placing.addAtCrosses,
    openHelp: () => setDialog('shortcuts'),
    openSearch: () => setSearchOpen(true),
    showPoint: places.showPoint,
  })

  const placeTools = {
    isSearchOpen,
    onSearchOpen: setSearchOpen,
    onFound: places.showFound,
    onLocated: places.showDevice,
  }

  const scanSide = (
    <ScanSide
      scan={scan}
      theme={theme}
      canEdit={canEdit}
      isPhone={isPhone}
      isPeek={isPhone && shownSide !== 'scan'}
      paneRef={scanPane}
      onCameraMove={(byUser) => follow('scan', byUser)}
    />
  )
  const baseSide = (
    <BaseSide
      baseMap={{ baseMaps, layer, labels, language: asLanguage(i18n.language) }}
      initialBox={places.initialBox}
      scan={scan}
      overlay={overlay}
      theme={theme}
      canEdit={canEdit}
      isPhone={isPhone}
      isPeek={isPhone && shownSide !== 'map'}
      found={places.found}
      paneRef={mapPane}
      onCameraMove={(byUser) => follow('map', byUser)}
      onFit={places.fitMap}
      onPress={places.dropPin}
    >
      {isPhone && (
        <div className={classes['phonePlaces']}>
          <PlaceButtons {...placeTools} />
        </div>
      )}
    </BaseSide>
  )

  return (
    <div className={classes['workspace']}>
      <WarpEffects scan={scan} />
      <TopBar {...bar} bell={bell} />
      <MapBanners
        record={record}
        permissions={permissions}
        hasExpired={hasExpired}
        onViewDetails={() => setDialog('overview')}
      />
      <DraftBanner
        {...draft}
        restore={() => {
          draft.restore()
          places.fitPoints()
        }}
      />
      {canEdit && !draft.offered ? (
        <EmbeddedPointsBanner embedded={record.embeddedGcps} onUsed={places.fitPoints} />
      ) : null}
      <div className={classes['stage']}>
        {isPhone ? (
          <PhoneStage scan={scanSide} map={baseSide} />
        ) : (
          <SplitView
            left={scanSide}
            right={baseSide}
            shows={viewMode === 'split' ? 'both' : viewMode === 'original' ? 'left' : 'right'}
            share={share}
            onShareChange={setShare}
          />
        )}
        <PlacementHint />
        {!isPhone && (
          <ToolRail
            canEdit={canEdit}
            onAdd={placing.addAtCrosses}
            onSuggest={suggest}
            onImport={() => setDialog('import')}
            {...placeTools}
          />
        )}
        <FitNotice hasAsked={bar.hasAsked} />
        <EditorDialogs
          name={dialog}
          onChange={setDialog}
          record={record}
          scan={scan}
          isPhone={isPhone}
          onImported={places.fitPoints}
        />
      </div>
      <AccuracyDrawer canEdit={canEdit} isPhone={isPhone} onShowPoint={places.showPoint} />
      {isPhone && <PhoneControls {...bar} onAdd={placing.addAtCrosses} />}
    </div>
  )
}
