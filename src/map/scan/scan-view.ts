import { Deck, LinearInterpolator, OrthographicView } from '@deck.gl/core'
import type { Layer, OrthographicViewState } from '@deck.gl/core'
import type { ImagePoint } from '../../../contract/control-points.ts'
import { fitScan, paneToScan, scanToPane, widerPadding } from '../../../workers/geometry/camera.ts'
import type { PaneSize, ScanCamera } from '../../../workers/geometry/camera.ts'
import { markAt } from '../marks/control-point-marks.ts'
import { PANE_GROUNDS } from '../pane-grounds.ts'
import type { ScanPaneHandle, ScanPaneProps } from '../pane-props.ts'
import type { AnchorMover } from '../pane/anchors.tsx'
import { createBusySignal } from '../pane/busy-signal.ts'
import { attachPaneKeys } from '../pane/pane-keys.ts'
import { attachGestures } from '../pane/pointer-gestures.ts'
import { scanOverlays, scanTiles } from './scan-layers.ts'

/** A mounted scan pane. */
export interface ScanView extends AnchorMover<ImagePoint> {
  readonly handle: ScanPaneHandle
  update(props: ScanPaneProps): void
  destroy(): void
}

const VIEW_ID = 'scan'
/** Around the whole scan, CSS px. */
const MARGIN = 24
/** One scan px may become this many CSS px: 2^5. */
const MAX_ZOOM = 5
/** The scan may become this much smaller than the pane, zoom levels. */
const BELOW_FIT = 1.5
/** From here on a scan px can be aimed at: marks show their cross. */
const CLOSE_UP_ZOOM = 2
const INERTIA_MS = 250

/** Puts a deck.gl canvas into `element` and keeps it as `props` say. */
export function createScanView(element: HTMLElement, initial: ScanPaneProps): ScanView {
  let props = initial
  let camera: ScanCamera | null = initial.initialCamera ?? null
  let size: PaneSize = { width: element.clientWidth, height: element.clientHeight }
  let heldId: string | null = null
  let moveIsOwn = false
  /** Nobody has moved since the whole scan was shown: a pane of another size shows it whole again. */
  let isWhole = initial.initialCamera === undefined
  let tiles: { readonly scanId: number; readonly layer: Layer } | null = null
  const movedListeners = new Set<() => void>()
  const busy = createBusySignal((isBusy) => props.onBusyChange?.(isBusy))

  const deck = new Deck<OrthographicView>({
    parent: element as HTMLDivElement,
    views: new OrthographicView({ id: VIEW_ID, flipY: true }),
    viewState: viewStateOf(camera ?? { centre: [0, 0], zoom: 0 }),
    controller: false,
    layers: [],
    getCursor: () => props.cursor ?? 'grab',
    onViewStateChange: ({ viewState, interactionState }) => {
      const { target = [0, 0], zoom } = viewState as OrthographicViewState
      const next: ScanCamera = {
        centre: held([target[0], target[1]]),
        zoom: typeof zoom === 'number' ? zoom : (zoom?.[0] ?? 0),
      }
      const { isDragging, isPanning, isZooming, inTransition } = interactionState
      busy.set('camera', Boolean(isDragging || isPanning || isZooming || inTransition))
      setCamera(next, !moveIsOwn, viewState as OrthographicViewState)
      if (!inTransition) moveIsOwn = false
    },
    onInteractionStateChange: ({ isDragging, isPanning, isZooming, inTransition }) =>
      busy.set('camera', Boolean(isDragging || isPanning || isZooming || inTransition)),
    // deck.gl tells the size of a canvas that is not laid out yet; the element's is the true one.
    onResize: () => {
      const before = size
      size = { width: element.clientWidth, height: element.clientHeight }
      if (before.width === size.width && before.height === size.height) return
      if (isWhole) start()
      moved()
    },
    onError: (error) => console.error(error),
  })

  function held([x, y]: [number, number]): [number, number] {
    // The scan never leaves the pane's middle.
    return [Math.min(props.scan.width, Math.max(0, x)), Math.min(props.scan.height, Math.max(0, y))]
  }

  const wholeScan = () => fitScan(props.scan, size, widerPadding(MARGIN, props.padding))

  function start() {
    if (size.width === 0 || size.height === 0) return
    setCamera(isWhole ? wholeScan() : (props.initialCamera ?? wholeScan()), false)
  }

  function setCamera(
    next: ScanCamera,
    byUser: boolean,
    viewState: OrthographicViewState = viewStateOf(next),
  ) {
    const wasCloseUp = isCloseUp()
    isWhole &&= !byUser
    camera = next
    deck.setProps({ viewState: { ...viewState, ...limits() } })
    if (wasCloseUp !== isCloseUp()) draw()
    moved()
    props.onCameraChange?.(next, byUser)
  }

  function limits() {
    const fit = size.width > 0 ? wholeScan().zoom : 0
    return { minZoom: Math.min(fit, 0) - BELOW_FIT, maxZoom: Math.max(MAX_ZOOM, fit) }
  }

  const isCloseUp = () => camera !== null && camera.zoom >= CLOSE_UP_ZOOM

  function moved() {
    for (const listener of movedListeners) listener()
  }

  function moveTo(part: Partial<ScanCamera>, durationMs = 0) {
    const from = camera
    if (!from) return
    isWhole = false
    const next: ScanCamera = { centre: part.centre ?? from.centre, zoom: clampZoom(part.zoom ?? from.zoom) }
    const still = durationMs <= 0 || matchMedia('(prefers-reduced-motion: reduce)').matches
    if (still) return setCamera(next, false)
    moveIsOwn = true
    busy.set('camera', true)
    const transition = {
      transitionDuration: durationMs,
      transitionInterpolator: new LinearInterpolator(['target', 'zoom']),
      transitionEasing: (t: number) => 1 - (1 - t) ** 3,
    }
    deck.setProps({ viewState: { ...viewStateOf(next), ...limits(), ...transition } })
  }

  function fit(durationMs = 0) {
    moveTo(wholeScan(), durationMs)
    isWhole = true
  }

  function clampZoom(zoom: number) {
    const { minZoom, maxZoom } = limits()
    return Math.min(maxZoom, Math.max(minZoom, zoom))
  }

  const project = (place: ImagePoint) => (camera ? scanToPane(camera, size, place) : null)
  const unproject = (css: readonly [number, number]): ImagePoint | null =>
    camera ? paneToScan(camera, size, css) : null

  function draw() {
    if (tiles?.scanId !== props.scan.id) {
      busy.set('tiles', true)
      const layer = scanTiles(props.scan, {
        onAllLoaded: () => busy.set('tiles', false),
        onLoading: () => busy.set('tiles', true),
        onError: (error) => props.onError?.(error),
      })
      tiles = { scanId: props.scan.id, layer }
    }
    const { selectedId = null, hoveredId = null } = props
    const states = { selectedId, hoveredId, heldId, isCloseUp: isCloseUp() }
    deck.setProps({ layers: [tiles.layer, ...scanOverlays(props, states)] })
  }

  const findMark = (id: string) => props.marks?.find((mark) => mark.id === id)
  const stopGestures = attachGestures<ImagePoint>(element, {
    unproject,
    markAt: (css, pointerType) => {
      if (props.interactive === false || !props.marks) return null
      const toCss = ({ image }: { image: ImagePoint }) => project(image) ?? [NaN, NaN]
      return markAt(props.marks, toCss, css, pointerType, props.selectedId ?? null)
    },
    mark: (id) => {
      const place = findMark(id)?.image
      const css = place && project(place)
      return place && css ? { place, css } : null
    },
    isMovable: () => props.marksMovable !== false,
    onMarkPress: (id, modifiers) => props.onMarkPress?.(id, modifiers),
    onMarkHover: (id) => {
      element.style.cursor = id === null ? '' : 'pointer'
      props.onMarkHover?.(id)
    },
    onMarkDrag: (drag) => {
      heldId = drag.phase === 'start' || drag.phase === 'move' ? drag.id : null
      if (drag.phase !== 'move') draw()
      props.onMarkDrag?.(drag)
    },
    onPress: (place, _css, modifiers) => {
      if (props.interactive !== false) props.onPress?.(place, modifiers)
    },
    onPointerPlace: (place) => props.onPointerPlace?.(place),
  })
  const stopKeys = attachPaneKeys(element, {
    panBy: (x, y) => {
      if (!camera || props.interactive === false) return
      const scale = 2 ** camera.zoom
      moveTo({ centre: held([camera.centre[0] + x / scale, camera.centre[1] + y / scale]) }, 150)
    },
    zoomBy: (levels) => camera && props.interactive !== false && moveTo({ zoom: camera.zoom + levels }, 150),
    fit: () => props.interactive !== false && fit(250),
  })

  function update(next: ScanPaneProps) {
    const isOtherScan = next.scan.id !== props.scan.id
    props = next
    element.tabIndex = props.interactive === false ? -1 : 0
    element.style.background = PANE_GROUNDS[props.theme]
    deck.setProps({ controller: controllerOf(props) })
    if (isOtherScan) {
      isWhole = true
      start()
    }
    draw()
  }

  update(initial)
  start()
  return {
    handle: {
      camera: () => camera,
      moveTo,
      zoomBy: (levels, durationMs = 250) => camera && moveTo({ zoom: camera.zoom + levels }, durationMs),
      fit,
      project,
      unproject,
      focus: () => element.focus(),
    },
    project,
    onMoved(listener) {
      movedListeners.add(listener)
      return () => movedListeners.delete(listener)
    },
    update,
    destroy() {
      stopGestures()
      stopKeys()
      deck.finalize()
    },
  }
}

function viewStateOf({ centre, zoom }: ScanCamera): OrthographicViewState {
  return { target: [centre[0], centre[1], 0], zoom }
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
