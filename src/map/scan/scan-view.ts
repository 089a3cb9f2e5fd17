import { Deck, LinearInterpolator } from '@deck.gl/core'
import type { InteractionState, Layer, OrthographicViewState } from '@deck.gl/core'
import type { ImagePoint } from '../../../contract/control-points.ts'
import { paneToScan, scanToPane } from '../../geometry/camera.ts'
import type { ScanCamera } from '../../geometry/camera.ts'
import type { MarkStates } from '../marks/control-point-marks.ts'
import { PANE_GROUNDS } from '../pane-grounds.ts'
import type { ImageBox, ScanPaneHandle, ScanPaneProps } from '../pane-props.ts'
import type { AnchorMover } from '../pane/anchors.tsx'
import { createPaneCore } from '../pane/pane-core.ts'
import type { PanePicture } from '../pane/pane-core.ts'
import { heldCamera, wholeScan, zoomLimits } from './scan-camera.ts'
import { scanOverlays, scanTiles } from './scan-layers.ts'
import { TurnedView } from './turned-view.ts'
import { attachTwist } from './twist.ts'

/** A mounted scan pane. */
export interface ScanView extends AnchorMover<ImagePoint> {
  readonly handle: ScanPaneHandle
  update(props: ScanPaneProps): void
  destroy(): void
}

const VIEW_ID = 'scan'
/** From here on a scan px can be aimed at. */
const CLOSE_UP_ZOOM = 2
const INERTIA_MS = 250
/** A box is shown at most so much closer than the whole scan, zoom levels. */
const CLOSEST_FIT = 3
/** Too little to be seen, and more than deck.gl takes for equal. Zoom levels. */
const UNSEEN_ZOOM = 1e-9

/** Puts a deck.gl canvas into `element` and keeps it as `props` say. */
export function createScanView(element: HTMLElement, initial: ScanPaneProps): ScanView {
  let props = initial
  let camera: ScanCamera | null = null
  let cursor: string | null = null
  let moveIsOwn = false
  /** Nobody has moved since the whole scan was shown: a pane of another size shows it whole again. */
  let isWhole = initial.initialCamera === undefined
  let tiles: { readonly scanId: number; readonly layer: Layer } | null = null

  const picture: PanePicture<ImagePoint, ScanCamera> = {
    camera: () => camera,
    project: (place) => (camera ? scanToPane(camera, core.size(), place) : null),
    unproject: (css) => (camera ? paneToScan(camera, core.size(), css) : null),
    placeOf: ({ image }) => image,
    moveTo,
    shifted: (from, x, y) => held({ ...from, centre: paneToScan(from, NO_SIZE, [x, y]) }),
    whole: () => wholeScan(props, core.size(), camera?.bearing),
    closeUpZoom: CLOSE_UP_ZOOM,
    draw,
    onSize() {
      core.cameraRests()
      if (isWhole || !camera) start()
      // Another size has other limits.
      else setCamera(camera, false)
    },
    setCursor: (next) => (cursor = next || null),
  }
  const core = createPaneCore<ImagePoint, ScanCamera>(
    element,
    () => props,
    () => picture,
  )
  const { busy } = core

  const deck = new Deck<TurnedView>({
    parent: element as HTMLDivElement,
    views: viewOf(0),
    viewState: viewStateOf({ centre: [0, 0], zoom: 0, bearing: 0 }),
    controller: false,
    layers: [],
    getCursor: () => cursor ?? props.cursor ?? 'grab',
    onViewStateChange: ({ viewState, interactionState }) => {
      setMoving(interactionState)
      setCamera(cameraOf(viewState, camera?.bearing ?? 0), !moveIsOwn, transitionOf(viewState))
      if (!interactionState.inTransition) moveIsOwn = false
    },
    onInteractionStateChange: setMoving,
    onError: (error) => console.error(error),
  })

  /** A flick against the scan's edge goes nowhere and never ends in deck.gl's words: `isPanning` would stay. */
  function setMoving({ isDragging, inTransition }: InteractionState) {
    busy.set('camera', Boolean(isDragging || inTransition))
  }

  const limits = () => zoomLimits(props, core.size())
  const held = (asked: ScanCamera) => heldCamera(asked, props.scan, limits())

  function start() {
    const { width, height } = core.size()
    if (width === 0 || height === 0) return
    setCamera(isWhole ? picture.whole() : (props.initialCamera ?? picture.whole()), false)
  }

  /** The one place where the camera is set: what is held is what is drawn and what is read. */
  function setCamera(asked: ScanCamera, byUser: boolean, transition: object = {}) {
    isWhole &&= !byUser
    const before = camera?.bearing ?? 0
    camera = held(asked)
    if (camera.bearing !== before) deck.setProps({ views: viewOf(camera.bearing) })
    deck.setProps({ viewState: { ...viewStateOf(camera), ...limits(), ...transition } })
    core.cameraMoved(byUser)
  }

  function moveTo(asked: ScanCamera, durationMs: number) {
    const target = held(asked)
    isWhole = isSame(target, picture.whole())
    // deck.gl knows of no turn: it is made at once, and the rest of the move goes on from there.
    if (camera && target.bearing !== camera.bearing) {
      if (moveIsOwn) stopMove(camera)
      setCamera({ ...camera, bearing: target.bearing }, false)
    }
    // deck.gl never ends a move that goes nowhere.
    if (durationMs === 0 || !camera || isSame(target, camera)) {
      if (moveIsOwn) stopMove(target)
      return setCamera(target, false)
    }
    moveIsOwn = true
    busy.set('camera', true)
    const transition = {
      transitionDuration: durationMs,
      transitionInterpolator: new LinearInterpolator(['target', 'zoom']),
      transitionEasing: (t: number) => 1 - (1 - t) ** 3,
      onTransitionEnd: () => {
        moveIsOwn = false
        core.cameraRests()
      },
    }
    deck.setProps({ viewState: { ...viewStateOf(target), ...limits(), ...transition } })
  }

  function fitBox({ minX, minY, maxX, maxY }: ImageBox, durationMs = 0) {
    const box = { width: maxX - minX, height: maxY - minY }
    const whole = picture.whole()
    const near = wholeScan({ ...props, scan: box }, core.size(), whole.bearing)
    // A few points close together are seen with what lies around them.
    const zoom = Math.min(near.zoom, whole.zoom + CLOSEST_FIT)
    // As far from the pane's middle as the whole scan, for the same lies over its edges.
    const { width, height } = props.scan
    const scale = 2 ** (whole.zoom - zoom)
    const centre: ImagePoint = [
      (minX + maxX) / 2 + (whole.centre[0] - width / 2) * scale,
      (minY + maxY) / 2 + (whole.centre[1] - height / 2) * scale,
    ]
    core.handle.moveTo({ centre, zoom, bearing: whole.bearing }, durationMs)
  }

  /** What is set where a running move just stands, deck.gl takes for a step of that move, and goes on with it. */
  function stopMove(at: ScanCamera) {
    deck.setProps({ viewState: { ...viewStateOf({ ...at, zoom: at.zoom + UNSEEN_ZOOM }), ...limits() } })
    moveIsOwn = false
  }

  function draw(states: MarkStates) {
    if (tiles?.scanId !== props.scan.id) {
      busy.set('tiles', true)
      const layer = scanTiles(props.scan, {
        onAllLoaded: () => busy.set('tiles', false),
        onLoading: () => busy.set('tiles', true),
        onError: (error) => props.onError?.(error),
      })
      tiles = { scanId: props.scan.id, layer }
    }
    deck.setProps({ layers: [tiles.layer, ...scanOverlays(props, states)] })
  }

  function update(next: ScanPaneProps) {
    const before = props
    const isOtherScan = next.scan.id !== before.scan.id
    const hasOtherHands =
      next === before || next.interactive !== before.interactive || next.wheelZoom !== before.wheelZoom
    props = next
    element.style.background = PANE_GROUNDS[props.theme]
    if (hasOtherHands) deck.setProps({ controller: controllerOf(props) })
    if (isOtherScan) {
      isWhole = true
      start()
    }
    core.update(before)
  }

  const stopTwist = attachTwist(element, (degrees) => {
    if (camera && props.interactive !== false)
      setCamera({ ...camera, bearing: camera.bearing - degrees }, true)
  })

  busy.set('tiles', true)
  update(initial)
  start()
  return {
    ...core.mover,
    handle: {
      ...core.handle,
      settle() {
        core.handle.settle()
        // What the cross stands on is used: a pane of another size keeps it there.
        isWhole = false
      },
      fitBox,
      fit: (durationMs) => core.fit(durationMs),
      resetBearing: () => core.handle.moveTo({ bearing: 0 }),
    },
    update,
    destroy() {
      core.destroy()
      stopTwist()
      deck.finalize()
    },
  }
}

/** With the pane's middle at its origin, CSS px are counted from the centre. */
const NO_SIZE = { width: 0, height: 0 }

const isSame = (a: ScanCamera, b: ScanCamera) =>
  a.zoom === b.zoom && a.bearing === b.bearing && a.centre[0] === b.centre[0] && a.centre[1] === b.centre[1]

const viewOf = (bearing: number) => new TurnedView({ id: VIEW_ID, flipY: true, bearing })

function viewStateOf({ centre, zoom }: ScanCamera): OrthographicViewState {
  return { target: [centre[0], centre[1], 0], zoom }
}

function cameraOf({ target = [0, 0], zoom }: OrthographicViewState, bearing: number): ScanCamera {
  return { centre: [target[0], target[1]], zoom: typeof zoom === 'number' ? zoom : (zoom?.[0] ?? 0), bearing }
}

/** What a view state asks for beside its place: a flick that slows down. */
function transitionOf(viewState: OrthographicViewState): object {
  return Object.fromEntries(Object.entries(viewState).filter(([name]) => name.startsWith('transition')))
}

/** Double clicks are two presses, and keys are the pane's. */
function controllerOf({ interactive, wheelZoom }: ScanPaneProps) {
  if (interactive === false) return false
  return {
    dragPan: true,
    dragRotate: false,
    doubleClickZoom: false,
    touchZoom: true,
    touchRotate: false,
    keyboard: false,
    scrollZoom: wheelZoom === false ? false : { speed: 0.01, smooth: false },
    inertia: matchMedia('(prefers-reduced-motion: reduce)').matches ? false : INERTIA_MS,
  } as const
}
