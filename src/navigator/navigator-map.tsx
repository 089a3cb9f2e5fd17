import { useComputedColorScheme } from '@mantine/core'
import { useMemo, useSyncExternalStore, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import type { BaseCamera } from '../geometry/camera.ts'
import { KEPT_SCHEME, readKeptTile, withKeptTiles } from '../kept/kept-base-tiles.ts'
import { serveTiles } from '../map/base/served-tiles.ts'
import { BasePane } from '../map/base-pane.tsx'
import type { Comparison } from '../map/compare/comparison-kinds.ts'
import type {
  BasePaneHandle,
  BasePaneProps,
  HandleDrag,
  OutlineTiles,
  Overlay,
  TileTrouble,
} from '../map/pane-props.ts'
import type { ToolDrawing } from '../map/tools/tool-drawing.ts'
import { asLanguage } from '../ui/i18n/language.ts'
import { PointMark } from './point/point-mark.tsx'
import type { PlacedPoint } from './point/use-field-point.ts'
import { mapPointOf } from './track/field-log.ts'
import type { FieldLog } from './track/field-log.ts'
import { WALKING_ZOOM } from './use-first-view.ts'
import { WaypointMark } from './track/waypoint-mark.tsx'
import type { ShownPlace } from './follow/use-field-motion.ts'

/** A less exact position has no circle: it would fill the screen. */
const MOST_ACCURACY_METRES = 1_000

serveTiles(KEPT_SCHEME, readKeptTile)

interface NavigatorMapProps {
  readonly ref: Ref<BasePaneHandle>
  readonly baseMaps: BaseMaps
  readonly overlay: Overlay | null
  /** 0 to 1. */
  readonly opacity: number
  /** How the old map is held against what lies beneath. */
  readonly comparing: Comparison | null
  /** Where one wants to go: the first view, with a pin. */
  readonly place: MapPoint | null
  readonly shown: ShownPlace
  readonly accuracyMetres: number | null
  readonly marker: ReactNode
  readonly drawing: ToolDrawing['base']
  /** Along tracks, what is to be kept. */
  readonly strip: BasePaneProps['strip']
  /** What was recorded. */
  readonly log: FieldLog
  /** Control points that were added where the user stood. */
  readonly placed: readonly PlacedPoint[]
  /** Points are set: the cross in the middle shows where by keys. */
  readonly isPicking: boolean
  /** Of other maps. */
  readonly outlines: OutlineTiles | null
  readonly onPress: (place: MapPoint) => void
  readonly onHandleDrag: (drag: HandleDrag<MapPoint>) => void
  readonly onCamera: (camera: BaseCamera, byUser: boolean) => void
  readonly onBusy: (isBusy: boolean) => void
  readonly onTrouble: (trouble: TileTrouble) => void
  /** Another number asks at once for what could not be read. */
  readonly attempt: number
}

/** The map of the navigator. It renders with every step of the position, and nothing around it does. */
export function NavigatorMap({
  ref,
  baseMaps,
  overlay,
  comparing,
  shown,
  accuracyMetres,
  marker,
  drawing,
  log,
  placed,
  isPicking,
  ...pane
}: NavigatorMapProps) {
  const { t, i18n } = useTranslation('navigator')
  const theme = useComputedColorScheme('light')
  const here = useSyncExternalStore(shown.subscribe, shown.get)
  const language = asLanguage(i18n.language)
  const baseMap = useMemo(
    () => ({ baseMaps: withKeptTiles(baseMaps), layer: 'streets', labels: true, language }) as const,
    [baseMaps, language],
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
  const tracks = useMemo(
    () => log.tracks.filter((track) => track.length > 1).map((track) => track.map(mapPointOf)),
    [log.tracks],
  )
  const waypoints = useMemo(
    () =>
      log.waypoints.map((waypoint) => ({
        key: waypoint.id,
        place: mapPointOf(waypoint),
        content: <WaypointMark note={waypoint.note} />,
      })),
    [log.waypoints],
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
    () => [...waypoints, ...points, ...(here ? [{ key: 'position', place: here, content: marker }] : [])],
    [waypoints, points, here, marker],
  )
  return (
    <BasePane
      ref={ref}
      label={t('map')}
      theme={theme}
      baseMap={baseMap}
      overlays={overlays}
      pin={pane.place}
      {...(pane.place && { initialCamera: { centre: pane.place, zoom: WALKING_ZOOM, bearing: 0 } })}
      overlayOpacity={pane.opacity}
      comparison={comparison}
      position={position}
      anchors={anchors}
      tracks={tracks}
      handles={drawing.handles ?? NO_POINTS}
      handlesAreNumbered={drawing.handlesAreNumbered ?? false}
      line={drawing.line ?? NO_POINTS}
      strip={pane.strip}
      isLineClosed={drawing.isLineClosed ?? false}
      outlineTiles={isPicking ? null : pane.outlines}
      crosshair={isPicking}
      cursor={isPicking ? 'crosshair' : 'grab'}
      onPress={pane.onPress}
      onHandleDrag={pane.onHandleDrag}
      onCameraChange={pane.onCamera}
      onBusyChange={pane.onBusy}
      onTrouble={pane.onTrouble}
      attempt={pane.attempt}
    />
  )
}

const NO_POINTS: readonly MapPoint[] = []
