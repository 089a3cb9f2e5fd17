import type { MapPoint } from '../../contract/control-points.ts'
import { WORLD_HALF_METRES } from '../../contract/constants.ts'
import { turnBetween } from '../../src/geometry/angles.ts'
import { placeNear } from '../../src/geometry/boxes.ts'
import { fitBox, mapToPane, paneToMap, widerPadding } from '../../src/geometry/camera.ts'
import type { BaseCamera, PaneSize } from '../../src/geometry/camera.ts'
import { metresPerPixelAt } from '../../src/geometry/mercator.ts'
import type { BaseView } from '../../src/map/base/base-view.ts'
import { cameraForMarks, firstCamera } from '../../src/map/base/first-view.ts'
import { createOutlinePicker } from '../../src/map/base/outline-picker.ts'
import { createOverlayMeshes } from '../../src/map/base/overlay-meshes.ts'
import { cameraNear, leastZoom, middleOfMarks, movedOn, shownNear } from '../../src/map/base/pane-world.ts'
import type { Lens } from '../../src/map/compare/lens.ts'
import type { MarkStates } from '../../src/map/marks/control-point-marks.ts'
import type { BasePaneHandle, BasePaneProps, TileTrouble } from '../../src/map/pane-props.ts'
import { createPaneCore } from '../../src/map/pane/pane-core.ts'
import type { PanePicture } from '../../src/map/pane/pane-core.ts'
import { boxSize } from '../../src/map/pane/pane-size.ts'
import { animate, between } from './animation.ts'
import type { Animation } from './animation.ts'
import { attachBaseHands } from './base-hands.ts'
import type { HandStep } from './base-hands.ts'
import { baseFacts, tellFacts } from './facts.ts'
import { createFlatBaseMap } from './flat-base-map.ts'
import { createFlatImages } from './flat-image-layer.ts'
import { createFlatOutlines } from './flat-outlines.ts'

// As in src/map/base/base-view.ts.
const CLOSE_UP_ZOOM = 18
const MANY_AT_ONCE = 3
const EASE_MS = 250
// As MapLibre has them.
const ZOOMS = { least: -2, most: 22 } as const
/** Nearer to north than this, a hand that turns the map lets go of it at north. Degrees. */
const SNAPS_TO_NORTH = 7

/** The base pane without MapLibre and deck.gl: all that it does and tells but the picture, which `data-draws` names. */
export function createBaseView(element: HTMLElement, initial: BasePaneProps): BaseView {
  let props = initial
  /** Nobody has moved since the first view: a pane of another size fits it anew. */
  let isFirstView = initial.initialCamera === undefined
  const { container, canvas } = addCanvas(element)
  let camera = held(initial.initialCamera ?? firstCamera(initial, boxSize(element)), boxSize(element))
  /** As in the drawn pane: the world that the camera is counted from. */
  const inWorld = (asked: BaseCamera) => cameraNear(asked, middleOfMarks(props) ?? movedOn(asked.centre[0]))
  let lens: Lens = null
  let move: Animation | null = null
  let isInHand = false
  let trouble: TileTrouble = new Map()
  /** Where a move of ours is going, by the size of the pane, and when it is there. */
  let way: { readonly target: () => BaseCamera; readonly untilMs: number } | null = null
  const loading = new Set<string>()

  const picture: PanePicture<MapPoint, BaseCamera> = {
    camera: () => camera,
    project: (place) => mapToPane(camera, core.size(), place),
    unproject: (css) => paneToMap(camera, core.size(), css),
    placeOf: (mark) => mark.map,
    moveTo(target, durationMs) {
      isFirstView = false
      if (durationMs === 0) jumpTo(target)
      else easeTo(target, durationMs)
      way = durationMs === 0 ? null : { target: () => target, untilMs: performance.now() + durationMs }
    },
    shifted: (from, x, y) => ({ ...from, centre: paneToMap(from, NO_SIZE, [x, y]) }),
    whole: () => cameraForMarks(props, core.size()),
    closeUpZoom: CLOSE_UP_ZOOM,
    draw,
    onSize() {
      if (isFirstView) jumpTo(firstCamera(props, core.size()))
      // Its target was reckoned for the size before, and so is its way.
      else if (way) {
        const { target, untilMs } = way
        picture.moveTo(target(), Math.max(0, untilMs - performance.now()))
        if (way) way = { ...way, target }
      } else jumpTo(camera)
    },
    setCursor: (cursor) => (canvas.style.cursor = cursor),
    onPress: (place) => outlines.press(place),
    onPointerPlace: (place) => outlines.hover(place),
  }
  const core = createPaneCore<MapPoint, BaseCamera>(
    element,
    () => props,
    () => picture,
  )
  const { busy } = core
  const outlines = createOutlinePicker(
    () => props,
    { idsAt: (point) => outlineTiles.at(point), groupAt: (point) => outlineTiles.groupAt(point) },
    () => core.scheduleDraw(),
  )
  const outlineTiles = createFlatOutlines({
    onChange: () => core.scheduleDraw(),
    onBusy: (isBusy) => setLoading('outlines', isBusy),
  })
  const baseMap = createFlatBaseMap(element, { props: () => props, onBusy: setLoading })
  const images = createFlatImages(() => core.scheduleDraw())
  const meshes = createOverlayMeshes({
    onChange: () => core.scheduleDraw(),
    onBusy: (reason, isBusy) => busy.set(reason, isBusy),
    onError: (error) => props.onError?.(error),
    onTrouble(rasterId, error) {
      if (trouble.get(rasterId) === (error ?? undefined)) return
      trouble = new Map([...trouble].filter(([id]) => id !== rasterId))
      if (error) trouble = new Map([...trouble, [rasterId, error]])
      props.onTrouble?.(trouble)
    },
  })
  const hands = attachBaseHands(container, {
    size: () => core.size(),
    onStart() {
      way = null
      move?.stop()
      move = null
      isInHand = true
      tellBusy()
    },
    onStep(step) {
      if (step.pan) baseMap.onDrag()
      setCamera(stepped(camera, step, core.size()), true)
    },
    onEnd() {
      isInHand = false
      const isNearlyNorth = camera.bearing !== 0 && Math.abs(camera.bearing) < SNAPS_TO_NORTH
      if (isNearlyNorth) setCamera({ ...camera, bearing: 0 }, false)
      rest()
    },
  })

  function setLoading(what: string, isLoading: boolean) {
    if (isLoading) loading.add(what)
    else loading.delete(what)
    tellBusy()
  }
  const tellBusy = () => busy.set('base', loading.size > 0 || move !== null || isInHand)

  /** The one place where the camera is set. */
  function setCamera(asked: BaseCamera, byUser: boolean) {
    isFirstView &&= !byUser
    camera = inWorld(held(asked, core.size()))
    meshes.setCamera(camera, core.size(), false)
    baseMap.setView(camera, core.size())
    outlineTiles.setView(camera, core.size())
    core.scheduleDraw()
    core.cameraMoved(byUser)
  }
  /** No move is under way any more. */
  function rest() {
    way = null
    core.cameraRests()
    meshes.setCamera(camera, core.size(), true)
    tellBusy()
  }
  function jumpTo(target: BaseCamera) {
    move?.stop()
    move = null
    busy.set('base', true)
    setCamera(target, false)
    rest()
  }
  function easeTo(target: BaseCamera, durationMs: number) {
    move?.stop()
    // The shorter way round the world.
    const from = cameraNear(camera, target.centre[0])
    const turn = turnBetween(from.bearing, target.bearing)
    move = animate(
      durationMs,
      (share) => {
        const done = 1 - (1 - share) ** 3
        setCamera(
          {
            centre: [
              between(from.centre[0], target.centre[0], done),
              between(from.centre[1], target.centre[1], done),
            ],
            zoom: between(from.zoom, target.zoom, done),
            bearing: from.bearing + turn * done,
          },
          false,
        )
      },
      () => {
        move = null
        rest()
      },
    )
    tellBusy()
  }

  function draw(states: MarkStates) {
    const { overlayOpacity = 1, memoryShare = 1, attempt = 0 } = props
    const drawing = { opacity: overlayOpacity, lens, beforeId: undefined, memoryShare, attempt }
    images.show(meshes.layers(drawing))
    outlineTiles.update(props.outlineTiles ?? null)
    const seen = { ids: outlineTiles.ids(), counts: outlineTiles.counts(), hoveredId: outlines.hoveredId() }
    const near = shownNear(props, camera.centre[0])
    tellFacts(element, baseFacts(near, states, images.shown(), seen))
  }

  const handle: BasePaneHandle = {
    ...core.handle,
    project: (place) => core.handle.project(placeNear(place, camera.centre[0])),
    fitBox(box, { padding = 20, maxZoom, durationMs = 0, centre } = {}) {
      const fitted = () => {
        const fit = fitBox(box, core.size(), widerPadding(padding, props.padding), maxZoom)
        return centre ? { ...fit, centre } : fit
      }
      core.handle.moveTo(fitted(), durationMs)
      if (way) way = { ...way, target: fitted }
    },
    resetBearing: () => core.handle.moveTo({ bearing: 0 }, EASE_MS),
  }

  function update(next: BasePaneProps) {
    const before = props
    const isFirst = next === before
    props = next
    baseMap.update(next)
    hands.allow(next)
    if (isFirst || before.cursor !== next.cursor) picture.setCursor(next.cursor ?? '')
    meshes.setOverlays(next.overlays ?? NO_OVERLAYS, next.ground ?? null)
    showNewMarks(before)
    if (inWorld(camera).centre[0] !== camera.centre[0]) setCamera(camera, false)
    core.update(before)
  }

  function showNewMarks(before: BasePaneProps) {
    const { marks = [], initialBox } = props
    if (!isFirstView || initialBox || before.marks?.length || marks.length === 0) return
    if (marks.length >= MANY_AT_ONCE) jumpTo(cameraForMarks(props, core.size()))
    else isFirstView = false
  }

  busy.set('base', true)
  meshes.setCamera(camera, core.size(), true)
  baseMap.setView(camera, core.size())
  outlineTiles.setView(camera, core.size())
  update(initial)
  props.onCameraChange?.(camera, false)
  tellBusy()
  return {
    ...core.mover,
    project: (place) => core.mover.project(placeNear(place, camera.centre[0])),
    handle,
    update,
    setLens(next) {
      lens = next
      core.scheduleDraw()
    },
    takeHandle: (event) => core.takeHandle(event),
    destroy() {
      move?.stop()
      hands.stop()
      core.destroy()
      meshes.close()
      images.close()
      baseMap.close()
      outlineTiles.close()
      element.replaceChildren()
    },
  }
}

const NO_OVERLAYS: readonly [] = []
/** With the pane's middle at its origin, CSS px are counted from the centre. */
const NO_SIZE = { width: 0, height: 0 }

/** What MapLibre makes in its element, with a canvas that nothing is drawn on. */
function addCanvas(element: HTMLElement) {
  element.classList.add('maplibregl-map')
  const container = document.createElement('div')
  container.className =
    'maplibregl-canvas-container maplibregl-interactive maplibregl-touch-drag-pan maplibregl-touch-zoom-rotate'
  const canvas = document.createElement('canvas')
  canvas.className = 'maplibregl-canvas'
  canvas.style.width = canvas.style.height = '100%'
  container.style.height = '100%'
  container.append(canvas)
  element.append(container)
  return { container, canvas }
}

/** The camera that a hand's step leads to. */
function stepped(camera: BaseCamera, { pan = [0, 0], zoom = 0, turn = 0, about }: HandStep, size: PaneSize) {
  const at = about ?? [size.width / 2, size.height / 2]
  const place = paneToMap(camera, size, [at[0] - pan[0], at[1] - pan[1]])
  const turned = {
    ...camera,
    zoom: Math.min(ZOOMS.most, Math.max(ZOOMS.least, camera.zoom + zoom)),
    bearing: camera.bearing + turn,
  }
  const now = paneToMap(turned, size, at)
  const [x, y] = turned.centre
  return { ...turned, centre: [x + place[0] - now[0], y + place[1] - now[1]] as const }
}

/** The camera that MapLibre shows where another is asked for: the world, which fills the pane, from pole to pole. */
function held({ centre, zoom, bearing }: BaseCamera, size: PaneSize): BaseCamera {
  const asked = Math.min(ZOOMS.most, Math.max(leastZoom(size), zoom))
  const most = Math.max(0, WORLD_HALF_METRES - (metresPerPixelAt(asked) * size.height) / 2)
  const y = Math.min(most, Math.max(-most, centre[1]))
  return { centre: [centre[0], y], zoom: asked, bearing: turnBetween(0, bearing) }
}
