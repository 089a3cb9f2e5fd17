import { createStore, Provider, useAtom, useAtomValue } from 'jotai'
import { createRef, useState } from 'react'
import type { MapRecord } from '../../contract/api/map-record.ts'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { Pyramid } from '../../workers/raster/raster-client.ts'
import { documentOfRecord } from '../drafts/map-record-document.ts'
import type { BasePaneHandle, ScanPaneHandle } from '../map/pane-props.ts'
import { Announcer } from './chrome/announcer.tsx'
import { EditorBanners } from './chrome/banners/editor-banners.tsx'
import { EditorDialogs } from './chrome/editor-dialogs.tsx'
import { EditorStage } from './chrome/editor-stage.tsx'
import { FitNotice } from './chrome/fit-notice.tsx'
import { PhoneControls } from './chrome/phone-controls.tsx'
import { PlacementHint } from './chrome/placement-hint.tsx'
import { MarkDoneButton, TopBar } from './chrome/top-bar.tsx'
import { useEditorActs } from './chrome/use-editor-acts.ts'
import { useEditorBar } from './chrome/use-editor-bar.ts'
import classes from './editor-workspace.module.css'
import { baseVersionAtom, openDocumentAtom } from './model/document-atoms.ts'
import type { EditorOpening } from './model/editor-opening.ts'
import { isLocalAtom, type LocalMap } from './model/local-map.ts'
import { scanSizeAtom } from './model/scan-size.ts'
import { dpiOf } from './model/sheet-lie.ts'
import { shownSpotAtom } from './model/shown-spot.ts'
import { panesAtom, toolsAtom } from './model/tool-atoms.ts'
import { isPublishedCardAtom } from './model/view-atoms.ts'
import { AccuracyDrawer } from './panels/accuracy/accuracy-drawer.tsx'
import { LatePublishedCard } from './panels/published/late-published-card.tsx'
import { useShowPlaces } from './panes/use-show-places.ts'
import { usePaneLayout } from './parts/use-pane-layout.ts'
import { useEditingSession } from './session/use-editing-session.ts'
import { asksForPlaceAtom } from './tools/asks-for-place.ts'
import { createEditorTools } from './tools/editor-tools.ts'
import { openFoundPoints } from './tools/propose-steps.ts'
import { useAskRegion } from './tools/use-ask-region.ts'
import { WarpEffects } from './warp/warp-effects.tsx'

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

function Workspace(props: EditorWorkspaceProps) {
  const { record, isGone, scan, baseMaps } = props
  const layout = usePaneLayout()
  const { isPhone, hasPeek } = layout
  const panes = useAtomValue(panesAtom)
  const [isPublishedCard, setPublishedCard] = useAtom(isPublishedCardAtom)
  const session = useEditingSession(props)
  const { canEdit } = session.permissions
  useAskRegion(record, session.mayAskForPlace)
  const places = useShowPlaces({ record, scan: panes.scan, map: panes.map })
  const bar = useEditorBar({ ...session, record, isGone })
  const { onTransform, percent, refusal } = bar.transform
  const acts = useEditorActs({ record, canEdit, layout, places, onTransform })
  // The card is the search, and there are no points to tell of.
  const isPlaceAsked = useAtomValue(asksForPlaceAtom) && session.mayAskForPlace

  return (
    <div className={classes['workspace']} data-editor>
      <WarpEffects scan={scan} />
      <Announcer />
      <TopBar {...bar} isPlaceAsked={isPlaceAsked} />
      <EditorBanners
        record={record}
        isGone={isGone}
        scan={scan}
        session={session}
        markDone={isPhone ? bar.markDone : undefined}
        onTaken={places.fitPoints}
      />
      <div className={classes['stage']}>
        <EditorStage
          record={record}
          scan={scan}
          baseMaps={baseMaps}
          session={session}
          layout={layout}
          places={places}
          acts={acts}
          isPlaceAsked={isPlaceAsked}
        />
        <PlacementHint hasPeek={hasPeek} />
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
          isTransforming={percent !== undefined}
          isDraftOffered={session.draft.offers.length > 0}
          places={places}
          palette={{ ...bar, ...acts }}
        />
      </div>
      <FitNotice isToldAtButton={refusal !== undefined} />
      <AccuracyDrawer
        canEdit={canEdit}
        dpi={dpiOf(record)}
        onShowPoint={places.showPoint}
        onShowFold={places.showFold}
        onLay={acts.onLay}
        isPlaceAsked={isPlaceAsked}
      />
      {isPhone && <PhoneControls {...bar} {...acts} hasSides={hasPeek} />}
    </div>
  )
}
