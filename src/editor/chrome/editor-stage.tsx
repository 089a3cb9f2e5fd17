import { useComputedColorScheme } from '@mantine/core'
import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { BaseMaps } from '../../../contract/base-map.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { Side } from '../../map/pane-props.ts'
import { asLanguage } from '../../ui/i18n/language.ts'
import { baseLayerAtom } from '../model/base-layer-atom.ts'
import { isLocalAtom } from '../model/local-map.ts'
import { openDialogAtom } from '../model/open-dialog.ts'
import { panesAtom } from '../model/tool-atoms.ts'
import {
  aimedSidesAtom,
  dividerAtom,
  isLabelsAtom,
  shownSideAtom,
  viewModeAtom,
} from '../model/view-atoms.ts'
import { LatePlaceCard } from '../panels/place/late-place-card.tsx'
import { LateProposePanel } from '../panels/propose/late-propose-panel.tsx'
import { BaseSide } from '../panes/base-side.tsx'
import { PhoneStage } from '../panes/phone-stage.tsx'
import { ScanSide } from '../panes/scan-side.tsx'
import { useFirstLargeView } from '../panes/use-first-large-view.ts'
import { useOverlay } from '../panes/use-overlay.ts'
import { usePaneSync } from '../panes/use-pane-sync.ts'
import { useShowNewFile } from '../panes/use-show-new-file.ts'
import type { ShowPlaces } from '../panes/use-show-places.ts'
import type { PaneLayout } from '../parts/use-pane-layout.ts'
import type { EditingSession } from '../session/use-editing-session.ts'
import classes from './editor-stage.module.css'
import { SplitView } from './split-view.tsx'
import { PlaceButtons, ToolRail } from './tool-rail.tsx'
import type { EditorActs } from './use-editor-acts.ts'

interface EditorStageProps {
  readonly record: MapRecord
  readonly scan: Pyramid
  readonly baseMaps: BaseMaps
  readonly session: EditingSession
  readonly layout: PaneLayout
  readonly places: ShowPlaces
  readonly acts: EditorActs
  /** The map asks where it is, by a search of its own. */
  readonly isPlaceAsked: boolean
}

/** Both panes with the tools over them. */
export function EditorStage(props: EditorStageProps) {
  const { record, scan, baseMaps, session, layout, places, acts, isPlaceAsked } = props
  const { i18n } = useTranslation('editor')
  const store = useStore()
  const { isPhone, isBeside, hasPeek } = layout
  const { permissions, mayAskForPlace } = session
  const { canEdit } = permissions
  const theme = useComputedColorScheme('light')
  const { scan: scanPane, map: mapPane } = useAtomValue(panesAtom)
  const openDialog = useSetAtom(openDialogAtom)
  const isLocal = useAtomValue(isLocalAtom)
  const viewMode = useAtomValue(viewModeAtom)
  const shownSide = useAtomValue(shownSideAtom)
  const [share, setShare] = useAtom(dividerAtom)
  const layer = useAtomValue(baseLayerAtom)
  const labels = useAtomValue(isLabelsAtom)
  const shown = useOverlay(record, scan)
  const follow = usePaneSync({ scan: scanPane, map: mapPane })
  useShowNewFile(record, mapPane)
  const settleMap = useFirstLargeView(isBeside || (hasPeek && shownSide === 'map'), places.fitMapPoints)
  const onCamera = (side: Side, byUser: boolean) => {
    if (byUser) store.set(aimedSidesAtom, (aimed) => (aimed.has(side) ? aimed : new Set([...aimed, side])))
    follow(side, byUser)
  }
  const placeTools = { onFound: places.showFound, onLocated: places.showDevice }
  const onImport = () => openDialog('import')

  const scanSide = (
    <ScanSide
      record={record}
      scan={scan}
      theme={theme}
      canEdit={canEdit}
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
  const panels = (
    <>
      <LatePlaceCard record={record} isReady={mayAskForPlace} onImport={onImport} />
      {canEdit && !isLocal && <LateProposePanel mapId={record.id} canCorrect={!permissions.canClaim} />}
    </>
  )

  if (isPhone)
    return (
      <>
        <PhoneStage scan={scanSide} map={baseSide} isBeside={isBeside} />
        {panels}
      </>
    )
  return (
    <>
      {/* Before the panes, as they stand for the eye: Tab goes in this order. */}
      <ToolRail canEdit={canEdit} {...acts} onImport={onImport} isPlaceAsked={isPlaceAsked} {...placeTools} />
      <SplitView
        left={scanSide}
        right={
          <>
            {baseSide}
            {panels}
          </>
        }
        shows={viewMode === 'split' ? 'both' : viewMode === 'original' ? 'left' : 'right'}
        share={share}
        onShareChange={setShare}
      />
    </>
  )
}
