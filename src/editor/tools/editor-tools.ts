import type { createStore } from 'jotai'
import type { ImagePoint, MapPoint } from '../../../contract/control-points.ts'
import type { DragEffect } from '../../map/tools/drag.ts'
import { createToolRunner } from '../../map/tools/tool-runner.ts'
import { i18n } from '../../ui/i18n/i18n.ts'
import { toast } from '../../ui/toast-store.ts'
import { cropHandlers } from './crop-steps.ts'
import { fixSheet, hasRoomForPair, layHandlers } from './lay-steps.ts'
import { addPoint, newPointId, pointNumber } from '../../drafts/editor-document.ts'
import { movedPoint, movePoint, predictPoint } from './point-steps.ts'
import {
  commitStagedAtom,
  committedDocumentAtom,
  editAtom,
  revertStagedAtom,
  stageAtom,
} from '../model/document-atoms.ts'
import { scanSizeAtom } from '../model/scan-size.ts'
import { placeAt } from '../warp/use-counterparts.ts'
import { sessionAtom, settledFitAtom, warpAtom } from '../model/warp-atoms.ts'
import { isOnScan } from '../model/scan-edge.ts'
import { editorTools, panesAtom, toolAtom } from '../model/tool-atoms.ts'
import type { SendToTools } from '../model/tool-atoms.ts'

/** A place that is out of view is brought into view this fast. */
const SHOW_MS = 250
/** So near to the pane's edge nothing can be aimed at. CSS px. */
const EDGE_PX = 24

function isShown(at: readonly [number, number] | null): boolean {
  const pane = document.querySelector('[data-pane="map"]')?.getBoundingClientRect()
  if (!at || !pane) return false
  const within = (value: number, size: number) => value >= EDGE_PX && value <= size - EDGE_PX
  return within(at[0], pane.width) && within(at[1], pane.height)
}

/**
 * The tools of an editor: what panes, keys and buttons tell them, and the one place where their effects are done.
 *
 * @returns sends an event to them
 */
export function createEditorTools(store: ReturnType<typeof createStore>): SendToTools {
  const t = i18n.getFixedT(null, 'editor')
  let stopWaiting: (() => void) | null = null
  let predictionsAsked = 0

  const send: SendToTools = createToolRunner({
    tools: editorTools,
    read: () => store.get(toolAtom),
    write: (tool) => store.set(toolAtom, tool),
    handlers: {
      addPair: ({ image, map }) => addPair(image, map),
      askPrediction: ({ map }) => askPrediction(map),
      dropPrediction: () => void (predictionsAsked += 1),
      askCounterpart: ({ image }) => void askCounterpart(image),
      tellOutside: () => void toast.info(t('placement.outside')),
      movePoint: ({ id, side, place }) => movePoint(store, id, side, place),
      stageMove: ({ id, side, place }) => store.set(stageAtom, movedPoint(store, id, side, place)),
      commitMove,
      revertMove: () => store.set(revertStagedAtom),
      cancelDrag: ({ side }) => void store.get(panesAtom)[side].current?.cancelDrag(),
      ...cropHandlers(store, t),
      ...layHandlers(store, t),
      fixSheet({ placement }) {
        // How it was laid is kept; it is laid so again when editing goes on.
        if (!fixSheet(store, placement)) send({ type: 'layEnded' })
      },
      askGrab: ({ map }) => askGrab(map),
    },
  })

  function addPair(image: ImagePoint, map: MapPoint): void {
    if (!hasRoomForPair(store, t)) return
    const { points } = store.get(committedDocumentAtom)
    const id = newPointId()
    store.set(editAtom, {
      action: (document) => addPoint(document, id, image, map),
      label: { action: 'add', number: points.length + 1 },
    })
  }

  function askPrediction(map: MapPoint): void {
    predictionsAsked += 1
    const asked = predictionsAsked
    const answer = (image: ImagePoint | null) => {
      if (asked === predictionsAsked) send({ type: 'predicted', map, image })
    }
    // The worker ended meanwhile: the pair can still be placed by two presses.
    predictedAt(map).then(answer, () => answer(null))
  }

  async function askCounterpart(image: ImagePoint): Promise<void> {
    const session = store.get(sessionAtom)
    if (!session || !store.get(warpAtom).fit) return
    // The worker ended meanwhile: the place on the map is found without it.
    const found = await session.imageToMap(Float64Array.of(image[0], image[1])).catch(() => null)
    const map = placeAt(found, 0)
    if (!map || !send({ type: 'counterpartFound', image, map })) return
    const pane = store.get(panesAtom).map.current
    if (pane && !isShown(pane.project(map))) pane.moveTo({ centre: map }, SHOW_MS)
  }

  function askGrab(map: MapPoint): void {
    const answer = (image: ImagePoint | null) => send({ type: 'grabbed', from: map, image, id: newPointId() })
    // Where there is room for no more, nothing is taken hold of.
    if (!hasRoomForPair(store, t)) return void send({ type: 'escape' })
    // The worker ended meanwhile: the place can be pulled again.
    predictedAt(map).then(answer, () => answer(null))
  }

  async function predictedAt(map: MapPoint): Promise<ImagePoint | null> {
    const session = store.get(sessionAtom)
    if (!session || !store.get(warpAtom).fit) return null
    const image = placeAt(await session.mapToImage(Float64Array.of(map[0], map[1])), 0)
    return image && isOnScan(image, store.get(scanSizeAtom)) ? image : null
  }

  function commitMove({ id, side, isPredicted }: Extract<DragEffect, { kind: 'commitMove' }>): void {
    const number = pointNumber(store.get(committedDocumentAtom), id)
    store.set(commitStagedAtom, { action: side === 'scan' ? 'moveImage' : 'moveMap', number })
    if (isPredicted) predictOnceFitted(id)
  }

  /** Predicting needs the fit with the point at its new place: a drag keeps the accuracy of the fit before it. */
  function predictOnceFitted(id: string): void {
    stopWaiting?.()
    const before = store.get(settledFitAtom)?.fit.revision
    const stop = store.sub(settledFitAtom, () => {
      const revision = store.get(settledFitAtom)?.fit.revision
      if (revision === undefined || revision === before) return
      stop()
      predictPoint(store, id)
    })
    stopWaiting = stop
  }

  return send
}
