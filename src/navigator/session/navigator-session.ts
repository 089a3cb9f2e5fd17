import { createStore } from 'jotai'
import { createRef } from 'react'
import type { BaseCamera } from '../../geometry/camera.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { createChosenZoom } from './chosen-zoom.ts'
import { createCompass } from './compass.ts'
import { createFieldCamera } from './field-camera.ts'
import { lightScreen } from './light-screen.ts'
import { followDeclination } from './declination.ts'
import { createFieldMotion, followModeAtom } from './field-motion.ts'
import { createRestingView } from '../model/keep-atoms.ts'
import { createMeasuring } from './measuring.ts'
import { measuringStore } from './stored-measuring.ts'
import { panelAtom } from '../model/navigator-model.ts'
import { followPosition, readPosition } from '../model/position-atoms.ts'
import { noteRecordedAtom } from '../model/recorded-atoms.ts'
import { recorderOf, type RunningRecorder } from '../recorder/running-recorder.ts'

export type NavigatorSession = ReturnType<typeof createNavigatorSession>

/** What an open navigator does beside its layout: objects over one store, which begin and end with it. */
export function createNavigatorSession(
  userId: string,
  mapId: string | undefined,
  { watch, recorder }: RunningRecorder = recorderOf(userId),
) {
  const store = createStore()
  const pane = createRef<BasePaneHandle>()
  const root = createRef<HTMLDivElement>()
  const sheet = createRef<HTMLDivElement>()
  const compass = createCompass(store)
  const motion = createFieldMotion({ store, pane, compass })
  const zoom = createChosenZoom(mapId)
  const camera = createFieldCamera({ store, pane, root, sheet, motion, zoom })
  const view = createRestingView(store, root)
  const measuring = createMeasuring({ store, stored: measuringStore(userId), mapId, onLost: announceLost })
  const readRecorded = () => store.set(noteRecordedAtom, recorder.snapshot())
  // One that went on recording knows more than nothing from the start.
  readPosition(store, watch)
  readRecorded()

  /** The map has come to show this. */
  function cameraMoved(now: BaseCamera, byUser: boolean) {
    camera.readOut(now)
    // The part to be saved is chosen for where one is now: following goes on and does not change it.
    if (byUser || store.get(panelAtom) !== 'keep' || store.get(followModeAtom) === 'off') view.note(now)
    zoom.note(now.zoom, byUser)
    if (!byUser) return
    camera.take()
    motion.cameraTaken()
  }

  return {
    store,
    pane,
    root,
    sheet,
    watch,
    recorder,
    compass,
    motion,
    zoom,
    camera,
    view,
    measuring,
    cameraMoved,
    /** Another map is laid over; undefined: none. */
    setMap(nextId: string | undefined) {
      zoom.setMap(nextId)
      measuring.setMap(nextId)
    },
    /** Begins all of it. Returns how to end it. */
    start() {
      const stops = [
        recorder.subscribe(readRecorded),
        followPosition(store, watch),
        compass.start(),
        followDeclination(store),
        motion.start(),
        zoom.start(),
        measuring.start(),
        lightScreen(store),
        view.stop,
      ]
      readRecorded()
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

function announceLost(restore: () => void) {
  const t = i18n.getFixedT(null, ['navigator', 'common'])
  toast.info(t('measure.lost'), {
    about: 'measure',
    action: { label: t('common:action.undo'), run: restore },
  })
}
