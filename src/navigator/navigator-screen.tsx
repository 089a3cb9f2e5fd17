import { IconArrowLeft, IconCloudOff } from '@tabler/icons-react'
import { useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapRecord, MapSummary } from '../../contract/api/map-record.ts'
import type { BaseMaps } from '../../contract/base-map.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import type { MapBox } from '../geometry/camera.ts'
import type { PositionReading } from '../places/watch-position.ts'
import type { KeptArea } from '../../workers/kept/kept-database-api.ts'
import { connectionState, onConnectionChange } from '../api/connection.ts'
import type { KeptAreas } from '../kept/kept-areas.ts'
import type { Comparison } from '../map/compare/comparison-kinds.ts'
import type { BasePaneHandle } from '../map/pane-props.ts'
import { toast } from '../ui/toast-store.ts'
import { useLayer } from '../ui/use-layer.ts'
import { createCompass } from './compass/compass.ts'
import { CompassWidget } from './compass/compass-widget.tsx'
import { useFieldMotion } from './follow/use-field-motion.ts'
import { BottomBar } from './frame/bottom-bar.tsx'
import { FieldButton } from './frame/field-button.tsx'
import { FieldNotices } from './frame/field-notices.tsx'
import { SideButtons } from './frame/side-buttons.tsx'
import { useFocusToOpener } from './frame/use-focus-to-opener.ts'
import { useKept } from './frame/use-kept.ts'
import { useWakeLock } from './frame/use-wake-lock.ts'
import { MeasurePanel } from './measure/measure-panel.tsx'
import { useToldMeasure } from './measure/use-told-measure.ts'
import { boxAroundRegion } from './keep/ground-filter.ts'
import { KeepPanel } from './keep/keep-panel.tsx'
import { useKeepBox } from './keep/use-keep-box.ts'
import { useKeepStrip } from './keep/use-keep-strip.ts'
import { useRestingView } from './keep/use-resting-view.ts'
import { useShownKept } from './keep/use-shown-kept.ts'
import { NavigatorMap } from './navigator-map.tsx'
import classes from './navigator-screen.module.css'
import { OverlayPanel } from './overlay/overlay-panel.tsx'
import { useFieldOverlay } from './overlay/use-field-overlay.ts'
import type { OverlayKind } from './overlay/use-field-overlay.ts'
import { useToldTrouble } from './overlay/use-told-trouble.ts'
import { useMapsHere } from './overlay/use-maps-here.ts'
import { PointPanel } from './point/point-panel.tsx'
import { useFieldPoint } from './point/use-field-point.ts'
import { LocationMarker } from './position/location-marker.tsx'
import { PositionBox } from './position/position-box.tsx'
import { useIsStale } from './position/use-is-stale.ts'
import { mapPointOf } from './track/field-log.ts'
import { giveLog } from './track/give-log.ts'
import { TrackPanel } from './track/track-panel.tsx'
import { useRecorder } from './track/use-recorder.ts'
import { useCameraReadout } from './use-camera-readout.ts'
import { useChosenZoom } from './use-chosen-zoom.ts'
import { useFieldKeys } from './use-field-keys.ts'
import { bringToCross, goTo, isWithin, showAll, useFirstView } from './use-first-view.ts'

const ZOOM_MS = 250
/** Following lets an eased move end before it takes the camera again. */
const EASE_MARGIN_MS = 50
/** After the wheel has turned last. */
const WHEEL_MS = 400

export interface NavigatorScreenProps {
  /** Whose track is recorded. */
  readonly userId: string
  readonly baseMaps: BaseMaps
  /** The map that is laid over; null: none, or it has not come. */
  readonly record: MapRecord | null
  /** The record is on its way. */
  readonly isRecordLoading: boolean
  /** Why there is no record. */
  readonly recordFault: 'notFound' | 'network' | null
  readonly onRetryRecord: () => void
  /** What is kept on this device. */
  readonly kept: KeptAreas
  /** Where it is to begin, whatever the position is; null: at the map or the position. */
  readonly place: MapPoint | null
  readonly tiffUrl: string | undefined
  readonly title: string | undefined
  /** The map that is asked for. */
  readonly mapId: string | undefined
  /** Lays another map over. */
  readonly onMap: (map: MapSummary) => void
  readonly onBack: () => void
  /** Opens this screen again from another page. */
  readonly onReturn: () => void
}

/** The map under one's feet: position, compass, the old map above, and what is measured. */
export function NavigatorScreen(props: NavigatorScreenProps) {
  const { t } = useTranslation(['navigator', 'common'])
  const { record } = props
  // What the address says serves until the map itself has come.
  const title = record?.titles.title ?? props.title
  const root = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const pane = useRef<BasePaneHandle>(null)
  const { watch, recorder, recorded, isUnkept } = useRecorder(props.userId, props.onReturn)
  const [compass] = useState(() => createCompass())
  const { reading, problem } = useSyncExternalStore(watch.subscribe, watch.snapshot)
  const isStale = useIsStale(reading)
  const [attempt, setAttempt] = useState(0)
  const [kind, setKind] = useState<OverlayKind>('file')
  const [opacity, setOpacity] = useState(0.8)
  const [comparing, setComparing] = useState<Comparison | null>(null)
  const [isHidden, setHidden] = useState(false)
  const [isBusy, setBusy] = useState(true)
  const [panel, setPanel] = useState<'overlay' | 'compass' | 'track' | 'keep' | 'point' | null>(null)
  const [contrast, setContrast] = useKept('contrast', ['usual', 'high'], 'usual')
  const field = useFieldOverlay({ record, tiffUrl: props.tiffUrl, kind, attempt })
  const measure = useToldMeasure(props.userId, props.mapId)
  const motion = useFieldMotion(pane, reading, compass)
  const camera = useCameraReadout(root)
  const chosenZoom = useChosenZoom(props.mapId)
  const isAway = useSyncExternalStore(onConnectionChange, connectionState) === 'lost'
  const tiles = useToldTrouble(isAway)
  const isLoading = props.isRecordLoading || field.status === 'loading'
  const takeView = useFirstView(pane, {
    box: field.box,
    isLoading,
    reading,
    motion,
    place: props.place,
    chosenZoom: chosenZoom.get,
  })
  const isPointing = panel === 'point'
  const point = useFieldPoint({ userId: props.userId, record, kind, watch, reading, isOpen: isPointing })
  const here = useMapsHere(reading, panel === 'overlay', record?.id)
  const chooseMap = (map: MapSummary) => {
    setKind('file')
    props.onMap(map)
  }
  const keepBox = useKeepBox()
  const [strip, showStrip] = useKeepStrip()
  const [view, noteView] = useRestingView(root)
  const lines = useMemo(
    () => recorded.log.tracks.map((track) => track.map(mapPointOf)),
    [recorded.log.tracks],
  )
  useShownKept(isAway && !record && !props.isRecordLoading && props.kept.areas !== null, () =>
    setPanel('keep'),
  )
  const openKept = (area: KeptArea) => {
    if (area.record.id !== record?.id) chooseMap(area.record)
    takeView()
    const box = boxAroundRegion(area.region)
    if (box) showBox(box)
    closePanel()
  }
  const openKeep = () => {
    // The part is chosen, and its size told, for where one is now: following goes on.
    const now = pane.current?.camera()
    if (now) noteView(now)
    setPanel('keep')
  }
  const closePanel = () => {
    keepBox.set(null)
    setPanel(null)
  }
  // Back leaves a tool, closes what lies over it, and only then the page.
  useLayer(panel !== null, closePanel, { leavesKeys: true })
  useFocusToOpener(isPointing ? 'overlay' : (panel ?? (measure.measuring ? 'measure' : null)))
  useWakeLock(motion.mode !== 'off' || recorded.isRecording)

  const { scaleText } = camera
  const marker = useMemo(
    () => <LocationMarker scaleText={scaleText} compass={compass} reading={reading} isStale={isStale} />,
    [scaleText, compass, reading, isStale],
  )

  const showBox = (box: MapBox) => {
    chosenZoom.end()
    showAll(pane, motion, box, { root: root.current, sheet: sheet.current })
  }
  const goHere = (to: PositionReading) => {
    chosenZoom.end()
    goTo(pane, motion, to, chosenZoom.get())
  }
  const zoom = (levels: number) => {
    motion.pause(ZOOM_MS + EASE_MARGIN_MS)
    chosenZoom.begin()
    pane.current?.zoomBy(levels, ZOOM_MS)
  }
  const follow = () => {
    if (!reading) return watch.restart()
    if (motion.mode === 'off') return goHere(reading)
    motion.setMode(motion.mode === 'north' ? 'ahead' : 'north')
    if (motion.mode === 'ahead') pane.current?.resetBearing()
    motion.pause(ZOOM_MS + EASE_MARGIN_MS)
  }
  const saveTrack = () => {
    giveLog(props.userId, recorded.log, 'gpx').catch(() => toast.error(t('common:fileNotSaved')))
  }
  const atCross = (act: (place: MapPoint) => unknown) => {
    pane.current?.settle()
    const middle = pane.current?.camera()?.centre
    if (middle) act(middle)
  }
  const setAtCross = () => atCross(measure.setPoint)
  const startPoint = () => {
    takeView()
    // The cross is to stay where it is put.
    motion.setMode('off')
    point.begin()
    setPanel('point')
  }
  const press = (place: MapPoint) =>
    isPointing ? pane.current?.moveTo({ centre: place }, ZOOM_MS) : measure.setPoint(place)
  useFieldKeys({
    // Keys move the map as a hand does.
    onMapMoved: () => {
      takeView()
      motion.setMode('off')
    },
    onMapKey: () => {
      motion.pause(WHEEL_MS)
      chosenZoom.begin()
    },
    onEscape: () => {
      if (pane.current?.cancelDrag()) return
      if (panel !== null) closePanel()
      else if (comparing && !measure.measuring) setComparing(null)
      else measure.undo()
    },
    onMapEnter: () => {
      const canAdd = isPointing && point.position !== null
      if (canAdd) atCross(point.addAt)
      else if (!isPointing && measure.isSetting) setAtCross()
      else return false
      return true
    },
  })
  const farBox = reading && field.box && !isWithin(field.box, reading) ? field.box : null

  return (
    <div
      ref={root}
      className={classes['screen']}
      data-contrast={contrast}
      data-pointing={isPointing}
      data-following={motion.mode}
      data-busy={isBusy}
      data-overlay={field.status}
      data-kind={kind}
    >
      <div
        className={classes['map']}
        onPointerDownCapture={() => motion.setHeld(true)}
        onPointerUpCapture={() => motion.setHeld(false)}
        onPointerCancelCapture={() => motion.setHeld(false)}
        onWheelCapture={() => motion.pause(WHEEL_MS)}
      >
        <NavigatorMap
          ref={pane}
          baseMaps={props.baseMaps}
          overlay={field.overlay}
          opacity={isHidden ? 0 : opacity}
          comparing={comparing}
          place={props.place}
          shown={motion.shown}
          accuracyMetres={reading?.accuracyMetres ?? null}
          marker={marker}
          drawing={panel === 'keep' && keepBox.box ? keepBox.drawing : measure.drawing}
          strip={strip}
          placed={point.placed}
          log={recorded.log}
          isPicking={isPointing || (panel !== 'keep' && measure.isSetting)}
          outlines={here.outlines}
          onPress={press}
          onHandleDrag={keepBox.box ? keepBox.drag : measure.drag}
          onCamera={(now, byUser) => {
            camera.show(now)
            if (byUser || panel !== 'keep' || motion.mode === 'off') noteView(now)
            chosenZoom.note(now.zoom, byUser)
            if (!byUser) return
            takeView()
            motion.cameraTaken()
          }}
          onBusy={setBusy}
          {...tiles.props}
        />
      </div>

      <header className={classes['top']}>
        <FieldButton icon={IconArrowLeft} label={t('back')} onPress={props.onBack} />
        <h1 className={classes['title']}>
          {isAway ? <IconCloudOff size={20} stroke={1.75} role="img" aria-label={t('away')} /> : null}
          <span>{title ?? t('title')}</span>
        </h1>
        <CompassWidget
          compass={compass}
          reading={reading}
          isOpen={panel === 'compass'}
          onToggle={() => setPanel(panel === 'compass' ? null : 'compass')}
        />
      </header>

      <FieldNotices
        compass={compass}
        isCompassOpen={panel === 'compass'}
        isSheetOpen={measure.measuring !== null || (panel !== null && panel !== 'compass')}
        // A device fails now and then between two readings: a fresh one is as good.
        positionProblem={problem === 'unavailable' && reading && !isStale ? null : problem}
        onRetryPosition={watch.restart}
        overlayFault={props.recordFault ?? field.fault}
        hasOtherKind={kind !== 'file'}
        onPublished={() => setKind('file')}
        onRetryOverlay={() => {
          if (props.recordFault) props.onRetryRecord()
          setAttempt(attempt + 1)
        }}
        missingParts={tiles.told}
        hasNoOverlay={record !== null && field.status === 'none'}
        isLoading={isLoading}
        unkept={
          // The sheet itself says so.
          isUnkept && panel !== 'track' ? { onSave: saveTrack, onRetry: recorder.writeAgain } : null
        }
        far={farBox && reading ? { box: farBox, reading } : null}
        onShowMap={() => farBox && showBox(farBox)}
        onShowPosition={() => reading && goHere(reading)}
      />

      <SideButtons
        hold={field.overlay ? { isHidden, onHidden: setHidden } : null}
        isRecording={recorded.isRecording && problem !== 'denied' && problem !== 'notSupported'}
        isUnkept={isUnkept}
        isTrackOpen={panel === 'track'}
        onTrack={() => setPanel(panel === 'track' ? null : 'track')}
        isKeepOpen={panel === 'keep'}
        onKeep={() => (panel === 'keep' ? closePanel() : openKeep())}
        isTurned={camera.isTurned}
        onNorthUp={() => {
          if (motion.mode === 'ahead') motion.setMode('north')
          motion.pause(ZOOM_MS + EASE_MARGIN_MS)
          pane.current?.resetBearing()
        }}
        onZoom={zoom}
      />

      <div ref={sheet} className={classes['bottom']}>
        <BottomBar
          mode={motion.mode}
          hasPosition={reading !== null}
          onFollow={follow}
          isMeasuring={measure.measuring !== null}
          onMeasure={() => {
            closePanel()
            const isCovered = panel !== null && panel !== 'compass'
            if (!measure.measuring || !isCovered) measure.toggle(measure.measuring?.of ?? 'distance')
          }}
          isOverlayOpen={panel === 'overlay'}
          onOverlay={() => setPanel(panel === 'overlay' ? null : 'overlay')}
        />
        {panel === 'overlay' ? (
          <OverlayPanel
            field={field}
            kind={kind}
            onKind={setKind}
            opacity={opacity}
            onOpacity={setOpacity}
            comparing={comparing}
            onComparing={setComparing}
            isHighContrast={contrast === 'high'}
            onHighContrast={(isHigh) => setContrast(isHigh ? 'high' : 'usual')}
            onShowAll={field.box ? () => field.box && showBox(field.box) : undefined}
            onAddPoint={point.isPossible && field.overlay ? startPoint : undefined}
            here={here}
            onChooseMap={chooseMap}
            onClose={() => setPanel(null)}
          />
        ) : isPointing ? (
          <PointPanel
            point={point}
            watch={watch}
            onAdd={() => atCross(point.addAt)}
            onAddOld={() => atCross(point.addOldAt)}
            onClose={() => setPanel(null)}
          />
        ) : panel === 'track' ? (
          <TrackPanel
            userId={props.userId}
            recorder={recorder}
            state={recorded}
            watch={watch}
            reading={reading}
            problem={problem}
            onClose={() => setPanel(null)}
          />
        ) : panel === 'keep' ? (
          <KeepPanel
            userId={props.userId}
            file={field.file}
            record={record}
            baseMaps={props.baseMaps}
            kept={props.kept}
            isAway={isAway}
            view={view}
            box={keepBox}
            lines={lines}
            onRegion={showStrip}
            onTracks={() => {
              keepBox.set(null)
              setPanel('track')
            }}
            onOpen={openKept}
            onClose={closePanel}
          />
        ) : measure.measuring ? (
          <MeasurePanel
            measure={measure}
            onSetAtCross={setAtCross}
            onMove={(index) => {
              takeView()
              measure.setMoving(index)
              bringToCross(pane, motion, measure.measuring?.points[index])
            }}
            onToggle={measure.toggle}
            watch={watch}
            hasPosition={reading !== null}
          />
        ) : (
          <PositionBox reading={reading} problem={problem} />
        )}
      </div>
    </div>
  )
}
