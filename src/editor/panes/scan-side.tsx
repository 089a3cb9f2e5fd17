import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord } from '../../../contract/api/map-record.ts'
import type { Pyramid } from '../../../workers/raster/raster-client.ts'
import type { PaneTheme, ScanPaneHandle } from '../../map/pane-props.ts'
import { ScanPane } from '../../map/scan-pane.tsx'
import { useFirstFocus } from '../../map/use-first-focus.ts'
import { LateCropPanel } from '../panels/crop/late-crop-panel.tsx'
import { useCrop } from '../tools/use-crop.ts'
import cropClasses from '../panels/crop/crop-panel.module.css'
import { menuAnchors, usePointMenu } from '../panels/points/use-point-menu.tsx'
import { maskAtom } from '../model/document-atoms.ts'
import {
  hoveredIdAtom,
  isOpacityWheelAtom,
  isVectorsAtom,
  pointerAtom,
  scanCentreAtom,
} from '../model/view-atoms.ts'
import { PickPanel } from '../panels/sheet/pick-panel.tsx'
import { type Picking, pickingAtom } from '../model/sheet/sheet-state.ts'
import { usePicking } from '../tools/use-picking.ts'
import { isOnScan } from '../model/scan-edge.ts'
import { croppingAtom, nextSideAtom, selectedIdAtom, toolDrawingAtom } from '../model/tool-atoms.ts'
import { useDoublePress } from '../tools/use-double-press.ts'
import { useTools } from '../tools/use-tools.ts'
import { scanBearingAtom } from '../model/turn-atoms.ts'
import { TurnButtons } from '../parts/turn-buttons.tsx'
import { pointerOnScanAtom } from '../warp/use-counterparts.ts'
import { errorArrowsAtom, marksAtom } from '../model/warp-atoms.ts'
import { ArrowLegend } from './arrow-legend.tsx'
import { BottomSheet } from '../parts/bottom-sheet.tsx'
import { FitButton } from '../parts/fit-button.tsx'
import { ScanMagnifier } from './scan-magnifier.tsx'
import classes from '../parts/pane-frame.module.css'
import { useFoundRegions } from './use-found-regions.tsx'
import { useOtherRegions } from './other-regions.tsx'
import { peekMarks } from './peek-marks.ts'
import { useProposalAnchors, withProposals } from './proposal-anchors.ts'
import { useShownSpot } from './use-shown-spot.tsx'
import { PaneReadout } from './readout.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'
import { useIsPhone } from '../../ui/use-is-mobile.ts'

interface ScanSideProps {
  readonly record: Pick<MapRecord, 'id' | 'mapsOnScan'>
  readonly scan: Pyramid
  readonly theme: PaneTheme
  readonly canEdit: boolean
  /** It is the phone's round peek: a picture only. */
  readonly isPeek: boolean
  readonly onCameraMove: (byUser: boolean) => void
  readonly paneRef: RefObject<ScanPaneHandle | null>
}

/** The scan with its points, cross and readout. */
export function ScanSide(props: ScanSideProps) {
  const { record, scan, theme, canEdit, isPeek, paneRef, onCameraMove } = props
  const { t } = useTranslation('editor')
  const isPhone = useIsPhone()
  // Its keys work at once, and its frame says where they go. Fingers need neither.
  useFirstFocus(paneRef, !isPhone)
  const [isBusy, setBusy] = useState(true)
  const marks = useAtomValue(marksAtom)
  const mask = useAtomValue(maskAtom)
  const isVectors = useAtomValue(isVectorsAtom)
  const selectedId = useAtomValue(selectedIdAtom)
  const [hoveredId, setHoveredId] = useAtom(hoveredIdAtom)
  const drawing = useAtomValue(toolDrawingAtom)
  const send = useTools()
  const double = useDoublePress('scan')
  const cropping = useAtomValue(croppingAtom)
  const crop = useCrop()
  const picking = useAtomValue(pickingAtom)
  const picks = usePicking()
  const isOpacityWheel = useAtomValue(isOpacityWheelAtom)
  const isMagnified = drawing.stillSide === 'scan'
  const setCentre = useSetAtom(scanCentreAtom)
  const setBearing = useSetAtom(scanBearingAtom)
  const setPointer = useSetAtom(pointerAtom)
  const pointerFromMap = useAtomValue(pointerOnScanAtom)
  const arrows = useAtomValue(errorArrowsAtom).scan
  const isNext = useAtomValue(nextSideAtom) === 'scan'
  const menu = usePointMenu('scan', canEdit)
  const proposed = useProposalAnchors(isPeek || !isVectors).scan
  const spot = useShownSpot(paneRef)
  const { outlines, titles } = useOtherRegions(record)
  const parts = useFoundRegions(scan, outlines)
  // A press of a tool is not to open another map.
  const areTitled = isVectors && !isPeek && !crop && !picks

  return (
    <section
      className={classes['pane']}
      aria-label={t('pane.scan')}
      data-pane="scan"
      data-busy={isBusy}
      data-next={isNext || undefined}
    >
      <ScanPane
        ref={paneRef}
        scan={scan}
        label={t('pane.scan')}
        theme={theme}
        interactive={!isPeek && !isMagnified}
        crosshair
        padding={isPeek ? PEEK_PADDING : isPhone ? PHONE_PADDING : SCAN_PADDING}
        // A corner is not to be taken for a point.
        marks={
          !isVectors || crop || picks ? NO_MARKS : isPeek ? peekMarks(marks, [selectedId, hoveredId]) : marks
        }
        selectedId={selectedId}
        hoveredId={hoveredId}
        marksMovable={canEdit}
        mask={mask}
        {...(isVectors && { otherMasks: parts.outlines })}
        residuals={isPeek || crop || picks ? null : arrows}
        {...drawing.scan}
        pointer={pointerFromMap}
        wheelZoom={!isOpacityWheel}
        cursor={canEdit && !isPhone ? 'crosshair' : 'grab'}
        anchors={[
          ...(areTitled ? titles : []),
          ...(canEdit && !isPeek ? parts.choices : []),
          ...withProposals(
            withProposals(menuAnchors(isPhone ? null : menu, menu?.point.image), proposed),
            spot,
          ),
        ]}
        onMarkPress={(id) => send({ type: 'pointPressed', id, side: 'scan' })}
        onMarkHover={setHoveredId}
        onMarkDrag={({ id, phase, place }) =>
          send({ type: 'dragged', side: 'scan', id, phase, place, isPredicted: false })
        }
        onPress={(place, { pointerType }) => {
          if (!canEdit || pointerType === 'touch') return
          double.onFirst()
          send({ type: 'scanPressed', image: place, isOnScan: isOnScan(place, scan) })
        }}
        {...(canEdit && !isPeek && (picks ?? crop))}
        onDoublePress={double.onDoublePress}
        onPointerPlace={(place) => setPointer(place && { side: 'scan', image: place })}
        onCameraChange={(camera, byUser) => {
          setCentre(camera.centre)
          setBearing(camera.bearing)
          onCameraMove(byUser)
        }}
        onBusyChange={setBusy}
      />
      {!isPeek && (
        <>
          {isPhone && (
            <div className={`${classes['corner']} ${classes['topRight']}`}>
              <FitButton onFit={() => paneRef.current?.fit(250)} />
              <div className={classes['floating']} style={{ display: 'grid' }}>
                <TurnButtons side="scan" pane={paneRef} />
              </div>
            </div>
          )}
          <div
            className={`${classes['corner']} ${classes['bottomLeft']}`}
            hidden={isPhone && (menu !== null || cropping !== null || picking !== null)}
          >
            <PaneReadout side="scan" scan={scan} />
            {arrows && <ArrowLegend scale={arrows.scale} />}
          </div>
          {!isPhone && (
            <div className={`${classes['corner']} ${classes['bottomRight']}`}>
              <ZoomButtons side="scan" pane={paneRef} onFit={() => paneRef.current?.fit(250)} />
            </div>
          )}
          {cropping &&
            canEdit &&
            (isPhone ? (
              <BottomSheet>
                <LateCropPanel scan={scan} cropping={cropping} />
              </BottomSheet>
            ) : (
              <div className={cropClasses['over']}>
                <LateCropPanel scan={scan} cropping={cropping} />
              </div>
            ))}
          {picking &&
            canEdit &&
            (isPhone ? (
              <BottomSheet>
                <PickPanel picking={picking} />
              </BottomSheet>
            ) : (
              <div className={cropClasses['over']} style={pickPlace(picking)}>
                <PickPanel picking={picking} />
              </div>
            ))}
          {isPhone && menu && <BottomSheet>{menu.content}</BottomSheet>}
          {isMagnified && <ScanMagnifier scan={scan} pane={paneRef} theme={theme} />}
        </>
      )}
    </section>
  )
}

/** Away from what is picked next: the northern corners of a sheet lie under the pane's upper edge. */
const pickPlace = ({ kind, picks }: Picking) =>
  kind === 'corners' && picks.length < 2 ? { top: 'auto', bottom: 64 } : undefined
const NO_MARKS: readonly [] = []
/** What the tool rail, the zoom buttons and the readout lie over; the scan is first shown clear of them. CSS px. */
const SCAN_PADDING = { top: 20, right: 64, bottom: 64, left: 92 }
/** The same above and below: the middle of what is fitted lies under the cross. */
const PHONE_PADDING = { top: 64, right: 24, bottom: 64, left: 24 }
const PEEK_PADDING = { top: 8, right: 8, bottom: 8, left: 8 }
