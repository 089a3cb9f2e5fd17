import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useMemo, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapBox } from '../../../workers/geometry/camera.ts'
import { BasePane } from '../../map/base-pane.tsx'
import type { BaseMapProps, BasePaneHandle, Overlay, PaneTheme } from '../../map/pane-props.ts'
import { OpacityControl } from '../overlay/opacity-control.tsx'
import { usePlacement } from '../placement/use-placement.ts'
import type { ScanSize } from '../placement/use-placement.ts'
import { menuAnchors, usePointMenu } from '../points/use-point-menu.tsx'
import {
  hoveredIdAtom,
  isOpacityWheelAtom,
  isOverlayOffAtom,
  isVectorsAtom,
  magnifiedSideAtom,
  mapCentreAtom,
  opacityAtom,
  overlayOpacityAtom,
  placementAtom,
  pointerAtom,
  pressPointAtom,
  selectedIdAtom,
  viewModeAtom,
} from '../state/view-atoms.ts'
import { counterpartsAtom } from '../warp/use-counterparts.ts'
import { errorArrowsAtom, marksAtom, warpAtom } from '../warp/warp-atoms.ts'
import { BaseMagnifier } from './base-magnifier.tsx'
import { ArrowLegend } from './arrow-legend.tsx'
import { BottomSheet } from './bottom-sheet.tsx'
import classes from './pane-frame.module.css'
import { peekMarks } from './peek-marks.ts'
import { Readout } from './readout.tsx'
import type { Found } from './use-show-places.ts'
import { useMarkDrag } from './use-mark-drag.ts'
import { ZoomButtons } from './zoom-buttons.tsx'

interface BaseSideProps {
  readonly baseMap: BaseMapProps
  readonly initialBox: MapBox | null
  readonly scan: ScanSize
  /** Null while there is neither a warp nor a published file. */
  readonly overlay: Overlay | null
  readonly theme: PaneTheme
  readonly canEdit: boolean
  readonly isPhone: boolean
  readonly isPeek: boolean
  readonly found: Found
  readonly paneRef: RefObject<BasePaneHandle | null>
  readonly onCameraMove: (byUser: boolean) => void
  readonly onFit: () => void
  /** Empty ground was pressed. */
  readonly onPress: () => void
  /** Buttons in the pane's upper corner. */
  readonly children?: ReactNode
}

/** The base map with the overlay, its points, cross and readout. */
export function BaseSide(props: BaseSideProps) {
  const { scan, baseMap, initialBox, overlay, theme, found, canEdit, isPhone, isPeek, paneRef } = props
  const { onCameraMove, onFit, onPress, children } = props
  const { t } = useTranslation('editor')
  const [isBusy, setBusy] = useState(true)
  const marks = useAtomValue(marksAtom)
  const { fit } = useAtomValue(warpAtom)
  const isVectors = useAtomValue(isVectorsAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const [hoveredId, setHoveredId] = useAtom(hoveredIdAtom)
  const press = useSetAtom(pressPointAtom)
  const placement = useAtomValue(placementAtom)
  const placing = usePlacement(scan)
  const [opacity, setOpacity] = useAtom(opacityAtom)
  const shownOpacity = useAtomValue(overlayOpacityAtom)
  const isOff = useAtomValue(isOverlayOffAtom)
  const isOpacityWheel = useAtomValue(isOpacityWheelAtom)
  const isMagnified = useAtomValue(magnifiedSideAtom) === 'map'
  const [centre, setCentre] = useAtom(mapCentreAtom)
  const [pointer, setPointer] = useAtom(pointerAtom)
  const counterparts = useAtomValue(counterpartsAtom)
  const arrows = useAtomValue(errorArrowsAtom).map
  const drag = useMarkDrag('map')
  const menu = usePointMenu('map', isPhone, canEdit)
  // The result is looked at, not worked on.
  const isBare = useAtomValue(viewModeAtom) === 'result' && !isPhone
  const overlays = useMemo(() => (overlay ? [overlay] : []), [overlay])
  const isPointerHere = pointer?.side === 'map'
  const map = pointer === null ? centre : isPointerHere ? pointer.map : counterparts.pointerMap
  const image =
    pointer === null ? counterparts.mapCentreImage : isPointerHere ? counterparts.pointerImage : pointer.image

  return (
    <section
      className={classes['pane']}
      aria-label={t('pane.map')}
      data-pane="map"
      data-busy={isBusy}
      onWheel={(event) => {
        if (isOpacityWheel) setOpacity(opacity - Math.sign(event.deltaY) * OPACITY_STEP)
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
        marks={!isVectors || isBare ? NO_MARKS : isPeek ? peekMarks(marks, [selectedId, hoveredId]) : marks}
        selectedId={selectedId}
        hoveredId={hoveredId}
        marksMovable={canEdit}
        overlays={overlays}
        overlayOpacity={shownOpacity}
        residuals={isPeek || isBare ? null : arrows}
        folds={isBare ? null : (fit?.folds ?? null)}
        pending={placement.kind === 'mapSet' ? placement.map : null}
        temporary={placement.kind === 'predicted' ? placement : null}
        pointer={isPointerHere ? null : counterparts.pointerMap}
        pin={found.pin}
        boundary={found.boundary}
        position={found.device}
        wheelZoom={!isOpacityWheel}
        cursor={canEdit && !isPhone && !isBare ? 'crosshair' : 'grab'}
        attribution={!isPeek}
        anchors={menuAnchors(isPhone ? null : menu, menu?.point.map)}
        onMarkPress={(id) => press({ id, side: 'map' })}
        onMarkHover={setHoveredId}
        onMarkDrag={drag}
        onPress={(place, { pointerType }) => {
          onPress()
          if (canEdit && !isBare && pointerType !== 'touch') placing.pressMap(place)
        }}
        onPointerPlace={(place) => {
          setPointer(place && { side: 'map', map: place })
          if (place) placing.moveOverMap(place)
        }}
        onCameraChange={(camera, byUser) => {
          setCentre(camera.centre)
          onCameraMove(byUser)
        }}
        onBusyChange={setBusy}
      />
      {!isPeek && (
        <>
          <div className={`${classes['corner']} ${classes['topRight']}`}>
            {children}
            {overlay && (
              <OpacityControl
                opacity={opacity}
                onChange={setOpacity}
                isHidden={isOff}
                isPhone={isPhone}
                isForced={isOpacityWheel}
              />
            )}
          </div>
          <div
            className={`${classes['corner']} ${classes['aboveAttribution']}`}
            hidden={isPhone && menu !== null}
          >
            <Readout image={image} map={map} scan={scan} isFollowing={pointer?.side === 'scan'} isProjected />
            {arrows && !isBare && <ArrowLegend scale={arrows.scale} />}
          </div>
          {!isPhone && (
            <div className={`${classes['corner']} ${classes['bottomRight']}`}>
              <ZoomButtons side="map" pane={paneRef} onFit={onFit} />
            </div>
          )}
          {isPhone && menu && <BottomSheet>{menu.content}</BottomSheet>}
          {isMagnified && <BaseMagnifier baseMap={baseMap} pane={paneRef} theme={theme} />}
        </>
      )}
    </section>
  )
}

/** One notch of the wheel while O is held. */
const OPACITY_STEP = 0.05
const NO_MARKS: readonly [] = []
/** What the readout and the buttons lie over; whole maps are shown clear of them. CSS px. */
const MAP_PADDING = { top: 20, right: 64, bottom: 96, left: 20 }
/** The same above and below: the middle of what is fitted lies under the cross. */
const PHONE_PADDING = { top: 96, right: 24, bottom: 96, left: 24 }
const PEEK_PADDING = { top: 8, right: 8, bottom: 8, left: 8 }
