import { useComputedColorScheme } from '@mantine/core'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapPoint } from '../../contract/control-points.ts'
import { KEPT_SCHEME, readKeptTile, withKeptTiles } from '../kept/kept-base-tiles.ts'
import { serveTiles } from '../map/base/served-tiles.ts'
import { BasePane } from '../map/base-pane.tsx'
import { asLanguage } from '../ui/i18n/language.ts'
import { WALKING_ZOOM } from './session/field-camera.ts'
import { shownPlaceAtom } from './session/field-motion.ts'
import { dragKeepBoxAtom, keepBoxAtom, keepBoxDrawingAtom, keepStripAtom } from './model/keep-atoms.ts'
import { isSettingPointAtom, measureDrawingAtom } from './session/measuring.ts'
import { useNavigator } from './session/navigator-context.ts'
import {
  comparisonAtom,
  isOverlayHiddenAtom,
  isPointingAtom,
  noteMapBusyAtom,
  opacityAtom,
  overlayTiles,
  panelAtom,
} from './model/navigator-model.ts'
import classes from './navigator-screen.module.css'
import { useMapsHere } from './overlay/use-maps-here.ts'
import { LocationMarker } from './position/location-marker.tsx'
import { readingAtom } from './model/position-atoms.ts'
import { recordedAtom, trackLinesAtom } from './model/recorded-atoms.ts'
import { PointMark } from './point/point-mark.tsx'
import { mapPointOf } from './recorder/field-log.ts'
import { WaypointMark } from './track/waypoint-mark.tsx'

/** A less exact position has no circle: it would fill the screen. */
const MOST_ACCURACY_METRES = 1_000

serveTiles(KEPT_SCHEME, readKeptTile)

/** The wheel leaves the camera to the map for so long after it has turned last. */
const WHEEL_MS = 400

/** The map of the navigator. It renders with every step of the position, and nothing around it does. */
export function NavigatorMap() {
  const { page, session, field, point } = useNavigator()
  const { pane, camera, motion, measuring, cameraMoved } = session
  const { place } = page
  const { overlay } = field
  const { placed } = point
  const { t, i18n } = useTranslation('navigator')
  const theme = useComputedColorScheme('light')
  const here = useAtomValue(shownPlaceAtom)
  const accuracyMetres = useAtomValue(readingAtom)?.accuracyMetres ?? null
  const comparing = useAtomValue(comparisonAtom)
  const { waypoints: recorded } = useAtomValue(recordedAtom).log
  const lines = useAtomValue(trackLinesAtom)
  const { outlines } = useMapsHere()
  const opacity = useAtomValue(opacityAtom)
  const isHidden = useAtomValue(isOverlayHiddenAtom)
  const strip = useAtomValue(keepStripAtom)
  const isPointing = useAtomValue(isPointingAtom)
  const isKeeping = useAtomValue(panelAtom) === 'keep'
  const isSetting = useAtomValue(isSettingPointAtom)
  const isPicking = isPointing || (!isKeeping && isSetting)
  const hasKeepBox = useAtomValue(keepBoxAtom) !== null
  const keepDrawing = useAtomValue(keepBoxDrawingAtom)
  const measureDrawing = useAtomValue(measureDrawingAtom)
  const drawing = isKeeping && hasKeepBox ? keepDrawing : measureDrawing
  const dragKeepBox = useSetAtom(dragKeepBoxAtom)
  const language = asLanguage(i18n.language)
  const baseMap = useMemo(
    () => ({ baseMaps: withKeptTiles(page.baseMaps), layer: 'streets', labels: true, language }) as const,
    [page.baseMaps, language],
  )
  const overlays = useMemo(() => (overlay ? [overlay] : []), [overlay])
  const comparison = useMemo(
    () => (comparing && overlay ? { kind: comparing, label: t(`compare.handle.${comparing}`) } : null),
    [comparing, overlay, t],
  )
  const position = useMemo(() => {
    const isShown = accuracyMetres !== null && accuracyMetres < MOST_ACCURACY_METRES
    return here && { place: here, accuracyMetres: isShown ? accuracyMetres : null }
  }, [here, accuracyMetres])
  const tracks = useMemo(() => lines.filter((line) => line.length > 1), [lines])
  const waypoints = useMemo(
    () =>
      recorded.map((waypoint) => ({
        key: waypoint.id,
        place: mapPointOf(waypoint),
        content: <WaypointMark note={waypoint.note} />,
      })),
    [recorded],
  )
  const points = useMemo(
    () =>
      placed.map(({ id, number, place }) => ({
        key: `point ${id}`,
        place,
        content: <PointMark number={number} />,
      })),
    [placed],
  )
  const anchors = useMemo(
    () => [
      ...waypoints,
      ...points,
      ...(here ? [{ key: 'position', place: here, content: <LocationMarker /> }] : []),
    ],
    [waypoints, points, here],
  )
  return (
    <div
      className={classes['map']}
      onPointerDownCapture={() => motion.setHeld(true)}
      onPointerUpCapture={() => motion.setHeld(false)}
      onPointerCancelCapture={() => motion.setHeld(false)}
      onWheelCapture={() => motion.pause(WHEEL_MS)}
    >
      <BasePane
        ref={pane}
        label={t('map')}
        theme={theme}
        baseMap={baseMap}
        overlays={overlays}
        pin={place}
        {...(place && { initialCamera: { centre: place, zoom: WALKING_ZOOM, bearing: 0 } })}
        overlayOpacity={isHidden ? 0 : opacity}
        comparison={comparison}
        position={position}
        anchors={anchors}
        tracks={tracks}
        handles={drawing.handles ?? NO_POINTS}
        handlesAreNumbered={drawing.handlesAreNumbered ?? false}
        line={drawing.line ?? NO_POINTS}
        strip={strip}
        isLineClosed={drawing.isLineClosed ?? false}
        outlineTiles={isPicking ? null : outlines}
        crosshair={isPicking}
        cursor={isPicking ? 'crosshair' : 'grab'}
        onPress={isPointing ? camera.moveTo : measuring.setPoint}
        onHandleDrag={hasKeepBox ? dragKeepBox : measuring.drag}
        onCameraChange={cameraMoved}
        onBusyChange={useSetAtom(noteMapBusyAtom)}
        onTrouble={useSetAtom(overlayTiles.noteAtom)}
        attempt={useAtomValue(overlayTiles.attemptAtom)}
      />
    </div>
  )
}

const NO_POINTS: readonly MapPoint[] = []
