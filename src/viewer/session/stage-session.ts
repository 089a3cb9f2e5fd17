import { createStore } from 'jotai'
import { createRef } from 'react'
import type { BaseCamera } from '../../geometry/camera.ts'
import { zoomOfLevel } from '../../geometry/zoom-levels.ts'
import type { BasePaneHandle } from '../../map/pane-props.ts'
import type { FoundPlace } from '../../places/found-place.ts'
import { announce } from '../../ui/announce.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { isMobile } from '../../ui/use-is-mobile.ts'
import { createAddressSteps } from './address-steps.ts'
import { createViewerTools, isDrawingBoxAtom } from './viewer-tools.ts'
import { createPlaceAsking } from './asked-place.ts'
import { FILE_ID } from '../model/shown-name.ts'
import { createStageView } from './stage-view.ts'
import {
  markFoundPlaceAtom,
  noteSeenViewAtom,
  seenViewAtom,
  toggleBandAtom,
  toggleOutlinesAtom,
} from '../model/viewer-model.ts'
import { cameraText, type ViewerState } from '../model/viewer-state.ts'

export type StageSession = ReturnType<typeof createStageSession>

/** Where picking a found place brings the map; an area is seen as a whole. */
const FOUND = { level: 14, durationMs: 1000 }
const ZOOM_MS = 250

/** What an open stage does beside its layout: objects over one store. @param opened the address it was opened with */
export function createStageSession(opened: ViewerState) {
  const store = createStore()
  const pane = createRef<BasePaneHandle>()
  const stage = createRef<HTMLDivElement>()
  const panel = createRef<HTMLDivElement>()
  const t = i18n.getFixedT(null, 'viewer')
  const steps = createAddressSteps()
  const view = createStageView({
    pane,
    stage,
    panel,
    openedId: opened.selectedId ?? (opened.tiffUrl ? FILE_ID : null),
    hasCamera: opened.camera !== null,
    isPhone: isMobile,
  })
  const tools = createViewerTools({
    store,
    pane,
    onBox: (box) => steps.choose((last) => ({ ...last, filters: { ...last.filters, box } })),
    onBoxEnded: () => announce(t('tools.boxEnded')),
    onMeasured: () => announce(t('measure.ended')),
  })
  const place = createPlaceAsking({ store, pane })

  return {
    store,
    pane,
    stage,
    panel,
    steps,
    view,
    tools,
    place,
    /** An address with a box and no camera is about what lies there. */
    openedBox: opened.filters.box ?? null,
    /** The camera rests. @param isOther it is not where the address says */
    cameraRested: (camera: BaseCamera, isOther: boolean) => {
      const at = cameraText(camera)
      const last = store.get(seenViewAtom)
      // What opens beside the map changes how much of it is seen, and not who has moved it.
      const isOfList = last && last.at === at ? last.isOfList : isOther && view.isOfList()
      store.set(noteSeenViewAtom, { at, box: view.seenBy(camera), isOfList })
      if (isOther) steps.adjust((state) => ({ ...state, camera }))
    },
    zoomBy: (levels: number) => {
      view.keepView()
      pane.current?.zoomBy(levels, ZOOM_MS)
    },
    resetBearing: () => pane.current?.resetBearing(),
    /** A map of the list is chosen and brought into view. */
    selectAndFit: (id: string) => {
      view.fitMap(id)
      steps.select(id)
    },
    /** The box of what is seen now: the way without a pointer. */
    boxSeen: () => {
      const camera = pane.current?.camera()
      tools.send({ type: 'boxAsked' })
      if (!camera) return
      const box = view.seenBy(camera)
      steps.choose((last) => ({ ...last, filters: { ...last.filters, box } }))
    },
    /** Draws a box, stops drawing it, or takes the one away that the maps are narrowed to. */
    toggleBox(hasBox: boolean) {
      if (!hasBox || store.get(isDrawingBoxAtom)) tools.send({ type: 'boxAsked' })
      else steps.choose(({ filters: { box: _box, ...filters }, ...last }) => ({ ...last, filters }))
    },
    toggleBand: () => announce(t(store.set(toggleBandAtom) ? 'time.opened' : 'time.closed')),
    toggleOutlines: () =>
      announce(t(store.set(toggleOutlinesAtom) ? 'map.outlinesShown' : 'map.outlinesHidden')),
    /** Brings the map to a place that was searched for. */
    showPlace: (next: FoundPlace) => {
      store.set(markFoundPlaceAtom, next)
      view.keepView()
      announce(t('place.reached', { name: next.name }))
      const { point: centre, box, areaLevel } = next
      if (box && areaLevel !== null) return view.fit(box)
      pane.current?.moveTo({ centre, zoom: zoomOfLevel(areaLevel ?? FOUND.level) }, FOUND.durationMs)
    },
  }
}
