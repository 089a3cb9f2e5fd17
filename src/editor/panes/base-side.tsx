import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../../contract/control-points.ts'
import type { MapBox } from '../../geometry/camera.ts'
import { BasePane } from '../../map/base-pane.tsx'
import type { BaseMapProps, BasePaneHandle, Overlay, PaneTheme } from '../../map/pane-props.ts'
import { CompareMenu } from '../panels/overlay/compare-menu.tsx'
import { LatePlaceEntry } from '../panels/place-entry/late-place-entry.tsx'
import { PlaceEntryButton } from '../panels/place-entry/place-entry-button.tsx'
import { placeEntryAtom } from '../model/place-entry/open-place-entry.ts'
import { useHandleHints } from '../panels/lay/handle-hints.tsx'
import { LateLayPanel } from '../panels/lay/late-lay-panel.tsx'
import { useLayPane } from '../tools/use-lay-pane.ts'
import { OpacityControl } from '../panels/overlay/opacity-control.tsx'
import { useLayerAnswer } from '../panels/overlay/use-layer-answer.ts'
import type { ScanSize } from '../model/scan-edge.ts'
import { menuAnchors, usePointMenu } from '../panels/points/use-point-menu.tsx'
import {
  baseLayerAnswerAtom,
  comparisonAtom,
  dimOverlayAtom,
  distortionOfAtom,
  hoveredIdAtom,
  isOpacityWheelAtom,
  isTableOpenAtom,
  isOverlayHiddenAtom,
  isOverlayOffAtom,
  isUncertaintyShownAtom,
  isVectorsAtom,
  liveOpacityAtom,
  stepOpacityAtom,
  mapCentreAtom,
  pointerAtom,
  viewModeAtom,
} from '../model/view-atoms.ts'
import { pickingAtom } from '../model/sheet/sheet-state.ts'
import { nextSideAtom, selectedIdAtom, toolDrawingAtom } from '../model/tool-atoms.ts'
import { useDoublePress } from '../tools/use-double-press.ts'
import { useTools } from '../tools/use-tools.ts'
import { mapBearingAtom } from '../model/turn-atoms.ts'
import { TurnButtons } from '../parts/turn-buttons.tsx'
import { pointerOnMapAtom } from '../warp/use-counterparts.ts'
import { distortionAtom, errorArrowsAtom, marksAtom, uncertaintyAtom, warpAtom } from '../model/warp-atoms.ts'
import { placeOnto, snappedAtom } from '../model/snap-atoms.ts'
import { useSnap } from '../tools/use-snap.ts'
import { BaseMagnifier } from './base-magnifier.tsx'
import { ArrowLegend } from './arrow-legend.tsx'
import { BottomSheet } from '../parts/bottom-sheet.tsx'
import { UncertaintyLegend } from '../parts/late-uncertainty.ts'
import { DistortionLegend } from './distortion-legend.tsx'
import { FitButton } from '../parts/fit-button.tsx'
import classes from '../parts/pane-frame.module.css'
import { peekMarks } from './peek-marks.ts'
import { useProposalAnchors, withProposals } from './proposal-anchors.ts'
import { PaneReadout } from './readout.tsx'
import { useGround } from './use-ground.ts'
import { useMapTrouble } from './use-map-trouble.ts'
import { useNeighbourOutlines } from './use-neighbour-outlines.ts'
import type { Found } from './use-show-places.ts'
import { ZoomButtons } from './zoom-buttons.tsx'
import { useIsPhone } from '../../ui/use-is-mobile.ts'

interface BaseSideProps {
  readonly baseMap: BaseMapProps
  readonly initialBox: MapBox | null
  readonly scan: ScanSize
  /** From bottom to top; none while there is neither a warp nor a published file. */
  readonly overlays: readonly Overlay[]
  /** The live overlay can be held against the published one. */
  readonly hasPublished: boolean
  readonly theme: PaneTheme
  readonly canEdit: boolean
  readonly isPeek: boolean
  readonly found: Found
  readonly paneRef: RefObject<BasePaneHandle | null>
  readonly onCameraMove: (byUser: boolean) => void
  readonly onFit: () => void
  /** A typed place is to be marked and brought into view; null: none. */
  readonly onShow: (place: MapPoint | null) => void
  /** Empty ground was pressed. */
  readonly onPress: () => void
  /** Buttons in the pane's upper corner. */
  readonly children?: ReactNode
}

/** The base map with the overlay, its points, cross and readout. */
export function BaseSide(props: BaseSideProps) {
  const { scan, baseMap, initialBox, overlays, theme, found, canEdit, isPeek, paneRef } = props
  const { onCameraMove, onFit, onPress, children } = props
  const { t } = useTranslation('editor')
  const store = useStore()
  const isPhone = useIsPhone()
  const [isBusy, setBusy] = useState(true)
  const marks = useAtomValue(marksAtom)
  const { fit } = useAtomValue(warpAtom)
  const isVectors = useAtomValue(isVectorsAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const [hoveredId, setHoveredId] = useAtom(hoveredIdAtom)
  const drawing = useAtomValue(toolDrawingAtom)
  const send = useTools()
  const double = useDoublePress('map')
  const isNext = useAtomValue(nextSideAtom) === 'map'
  const isHidden = useAtomValue(isOverlayHiddenAtom)
  const lay = useLayPane(!isHidden)
  const hints = useHandleHints(canEdit && !isPhone)
  const isLay = lay.isLaying || lay.isPulling
  const [opacity, setOpacity] = useAtom(liveOpacityAtom)
  const stepOpacity = useSetAtom(stepOpacityAtom)
  const dim = useSetAtom(dimOverlayAtom)
  useEffect(() => {
    if (isLay) dim()
  }, [isLay, dim])
  const isOff = useAtomValue(isOverlayOffAtom)
  const isOpacityWheel = useAtomValue(isOpacityWheelAtom)
  const isMagnified = drawing.stillSide === 'map'
  const setCentre = useSetAtom(mapCentreAtom)
  const setBearing = useSetAtom(mapBearingAtom)
  const setPointer = useSetAtom(pointerAtom)
  const pointerFromScan = useAtomValue(pointerOnMapAtom)
  const arrows = useAtomValue(errorArrowsAtom).map
  const distortionOf = useAtomValue(distortionOfAtom)
  const grid = useAtomValue(distortionAtom)
  const distortion = useMemo(
    () => (grid && distortionOf ? { grid, of: distortionOf } : null),
    [grid, distortionOf],
  )
  const isUncertaintyShown = useAtomValue(isUncertaintyShownAtom)
  const uncertainty = useAtomValue(uncertaintyAtom)
  const onLayerAnswer = useLayerAnswer()
  useSnap(baseMap)
  const ground = useGround()
  const tiles = useMapTrouble(ground?.raster.id)
  const snapped = useAtomValue(snappedAtom)
  const layerAnswer = useAtomValue(baseLayerAnswerAtom)
  const isPicking = useAtomValue(pickingAtom) !== null
  const outlines = useNeighbourOutlines()
  const isTyping = useAtomValue(placeEntryAtom) !== null
  const menu = usePointMenu('map', canEdit)
  const proposed = useProposalAnchors(isPeek || !isVectors).map
  // The result is looked at, not worked on.
  const isBare = useAtomValue(viewModeAtom) === 'result' && !isPhone
  // Beside the table there is room for what the look of the overlay needs.
  const isCrowded = useAtomValue(isTableOpenAtom) && isPhone
  const comparison = useAtomValue(comparisonAtom)
  const opacityControl = (
    <div data-tour-target="opacity">
      <OpacityControl
        opacity={opacity}
        onChange={setOpacity}
        isHidden={isOff}
        // Where one places, the slider is in sight; a result is looked at.
        isForced={isOpacityWheel || !(isPhone || isBare)}
      />
    </div>
  )

  return (
    <section
      className={classes['pane']}
      aria-label={t('pane.map')}
      data-pane="map"
      data-busy={isBusy}
      data-next={isNext || undefined}
      data-layer-answer={layerAnswer}
      onWheel={(event) => {
        if (isOpacityWheel) stepOpacity(-Math.sign(event.deltaY))
      }}
    >
      <BasePane
        ref={paneRef}
        baseMap={baseMap}
        label={t('pane.map')}
        theme={theme}
        interactive={!isPeek && !isMagnified}
        {...(initialBox && { initialBox })}
        crosshair={!isBare}
        padding={isPeek ? PEEK_PADDING : isPhone ? PHONE_PADDING : MAP_PADDING}
        // What is placed says nothing of a sheet that a hand is moving.
        marks={
          !isVectors || isBare || lay.isLaying
            ? NO_MARKS
            : isPeek
              ? peekMarks(marks, [selectedId, hoveredId])
              : marks
        }
        selectedId={selectedId}
        hoveredId={hoveredId}
        marksMovable={canEdit}
        ground={ground}
        {...tiles}
        overlays={overlays}
        overlayOpacity={isHidden ? 0 : opacity}
        comparison={
          comparison && overlays.length > 0 && !isPeek
            ? { kind: comparison, label: t(`comparison.${comparison}Handle`) }
            : null
        }
        residuals={isPeek || isBare ? null : arrows}
        distortion={isPeek ? null : distortion}
        uncertainty={isPeek || !isUncertaintyShown ? null : uncertainty}
        folds={isBare ? null : (fit?.folds ?? null)}
        {...drawing.base}
        {...(canEdit && !isPeek && lay.props)}
        pointer={pointerFromScan}
        snap={snapped?.at ?? null}
        pin={found.pin}
        boundary={found.boundary}
        outlineTiles={isPeek ? null : outlines}
        position={found.device}
        wheelZoom={!isOpacityWheel}
        cursor={canEdit && !isPhone && !isBare ? 'crosshair' : 'grab'}
        attribution={!isPeek}
        anchors={withProposals(hints ?? menuAnchors(isPhone ? null : menu, menu?.point.map), proposed)}
        onMarkPress={(id) => send({ type: 'pointPressed', id, side: 'map' })}
        onMarkHover={setHoveredId}
        onMarkDrag={({ id, phase, place, modifiers }) => {
          const isAiming = phase === 'move' || phase === 'end'
          const aimed = isAiming ? placeOnto(store, place) : place
          send({ type: 'dragged', side: 'map', id, phase, place: aimed, isPredicted: modifiers.altKey })
        }}
        onPress={(place, { pointerType }) => {
          onPress()
          if (!canEdit || isBare || isPicking) return
          // A finger moves the map; on an overlay that is being pulled it means what it touches.
          const isMeant = lay.isPulling ? lay.holds(place) || selectedId !== null : pointerType !== 'touch'
          if (!lay.isPulling) double.onFirst()
          // On what is pulled, a press takes hold of what is there.
          if (isMeant) send({ type: 'mapPressed', map: lay.isPulling ? place : placeOnto(store, place) })
        }}
        onDoublePress={(place) => !isPicking && double.onDoublePress(place)}
        onPointerPlace={(place) => {
          setPointer(place && { side: 'map', map: place })
          if (place) send({ type: 'pointerMoved', map: place })
        }}
        onCameraChange={(camera, byUser) => {
          setCentre(camera.centre)
          setBearing(camera.bearing)
          lay.onCamera(camera)
          onCameraMove(byUser)
        }}
        onBaseLayerAnswer={onLayerAnswer}
        onBusyChange={setBusy}
      />
      {!isPeek && (
        <>
          <div className={`${classes['corner']} ${classes['topRight']}`}>
            {!isCrowded && children}
            {isPhone && <FitButton onFit={onFit} />}
            {isPhone && canEdit && !isCrowded && <PlaceEntryButton />}
            {isPhone && !isCrowded && (
              <div className={classes['floating']} style={{ display: 'grid' }}>
                <TurnButtons side="map" pane={paneRef} />
              </div>
            )}
            {overlays.length > 0 && (
              <>
                {isPhone && opacityControl}
                <CompareMenu hasPublished={props.hasPublished} className={classes['floating']} />
              </>
            )}
          </div>
          <div
            className={`${classes['corner']} ${classes['aboveAttribution']} ${isBare ? classes['besideRail'] : ''}`}
            hidden={isPhone && (menu !== null || isLay)}
          >
            {!isPhone && overlays.length > 0 && opacityControl}
            <PaneReadout side="map" scan={scan} />
            {arrows && !isBare && <ArrowLegend scale={arrows.scale} />}
            {distortion && <DistortionLegend {...distortion} scan={scan} />}
            {isUncertaintyShown && <UncertaintyLegend />}
          </div>
          {!isPhone && (
            <div className={`${classes['corner']} ${classes['bottomRight']}`}>
              <ZoomButtons side="map" pane={paneRef} onFit={onFit} />
            </div>
          )}
          {isTyping && canEdit && (
            <div className={classes['typed']}>
              <LatePlaceEntry onShow={props.onShow} />
            </div>
          )}
          {isPhone && menu && <BottomSheet>{menu.content}</BottomSheet>}
          {isLay &&
            canEdit &&
            (isPhone ? (
              <BottomSheet>
                <LateLayPanel />
              </BottomSheet>
            ) : (
              <div className={classes['layPanel']}>
                <LateLayPanel />
              </div>
            ))}
          {isMagnified && <BaseMagnifier baseMap={baseMap} pane={paneRef} theme={theme} />}
        </>
      )}
    </section>
  )
}

const NO_MARKS: readonly [] = []
/** What the readout and the buttons lie over; whole maps are shown clear of them. CSS px. */
const MAP_PADDING = { top: 20, right: 64, bottom: 96, left: 20 }
/** The same above and below: the middle of what is fitted lies under the cross. */
const PHONE_PADDING = { top: 96, right: 24, bottom: 96, left: 24 }
const PEEK_PADDING = { top: 8, right: 8, bottom: 8, left: 8 }
