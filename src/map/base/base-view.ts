import { MapLibreOverlay } from '@deck.gl/maplibre'
import type { MapPoint } from '../../../contract/control-points.ts'
import { boxAround, fitBox, mapToPane, paneToMap, widerPadding } from '../../../workers/geometry/camera.ts'
import type { BaseCamera, MapBox, PaneSize } from '../../../workers/geometry/camera.ts'
import { createOutlineIndex } from '../layers/outline-index.ts'
import type { OutlineIndex } from '../layers/outline-index.ts'
import { markAt } from '../marks/control-point-marks.ts'
import type { BasePaneHandle, BasePaneProps, ControlPointMark, MapOutlines } from '../pane-props.ts'
import type { AnchorMover } from '../pane/anchors.tsx'
import { createBusySignal } from '../pane/busy-signal.ts'
import { attachPaneKeys } from '../pane/pane-keys.ts'
import { attachGestures } from '../pane/pointer-gestures.ts'
import { baseOverlays } from './base-layers.ts'
import { cameraOf, cameraOptions, createBaseMap, setAttribution, setBaseMap } from './base-map.ts'
import { createOverlayMeshes } from './overlay-meshes.ts'

/** A mounted base pane. */
export interface BaseView extends AnchorMover<MapPoint> {
  readonly handle: BasePaneHandle
  update(props: BasePaneProps): void
  destroy(): void
}

/** Shown while nothing is known of a map's place: 12° W to 42° E, 35° N to 66° N. */
const EUROPE: MapBox = { minX: -1_336_000, minY: 4_164_000, maxX: 4_676_000, maxY: 9_960_000 }
/** Zoom from which on single px can be aimed at: marks show their cross. */
const CLOSE_UP_ZOOM = 18
const MANY_AT_ONCE = 3
const MEASURE_ID = 'measure:'
const EASE_MS = 250

/** Puts a MapLibre map with our layers into `element` and keeps it as `props` say. */
export function createBaseView(element: HTMLElement, initial: BasePaneProps): BaseView {
  let props = initial
  let size: PaneSize = { width: element.clientWidth, height: element.clientHeight }
  let heldId: string | null = null
  let hoveredOutlineId: string | null = null
  let index: { readonly of: MapOutlines; readonly index: OutlineIndex } | null = null
  let frame = 0
  let isGone = false
  /** Nobody has moved since the first view: a pane of another size (a phone's peek that opens) fits it anew. */
  let isFirstView = initial.initialCamera === undefined
  const movedListeners = new Set<() => void>()
  const busy = createBusySignal((isBusy) => {
    if (!isGone) props.onBusyChange?.(isBusy)
  })
  const map = createBaseMap(element, initial.initialCamera ?? firstCamera(initial, size), initial)
  const overlay = new MapLibreOverlay({ interleaved: true, layers: [] })
  map.addControl(overlay)
  const meshes = createOverlayMeshes({
    onChange: scheduleDraw,
    onBusy: (reason, isBusy) => busy.set(reason, isBusy),
    onError: (error) => props.onError?.(error),
  })
  let camera = cameraOf(map)

  function scheduleDraw() {
    frame ||= requestAnimationFrame(draw)
  }

  function draw() {
    frame = 0
    if (isGone) return
    const { selectedId = null, hoveredId = null, overlayOpacity = 1 } = props
    const states = { selectedId, hoveredId, heldId, isCloseUp: camera.zoom >= CLOSE_UP_ZOOM }
    overlay.setProps({
      layers: [...meshes.layers(overlayOpacity), ...baseOverlays(props, states, hoveredOutlineId)],
    })
  }

  busy.set('base', true)
  map.on('move', ({ originalEvent }) => {
    isFirstView &&= !originalEvent
    const wasCloseUp = camera.zoom >= CLOSE_UP_ZOOM
    camera = cameraOf(map)
    meshes.setCamera(camera, size, false)
    const hasFile = props.overlays?.some(({ kind }) => kind === 'file')
    if (hasFile || wasCloseUp !== camera.zoom >= CLOSE_UP_ZOOM) scheduleDraw()
    for (const listener of movedListeners) listener()
    props.onCameraChange?.(camera, Boolean(originalEvent))
  })
  map.on('movestart', () => busy.set('base', true))
  map.on('dataloading', () => busy.set('base', true))
  map.on('idle', () => busy.set('base', false))
  map.on('moveend', () => meshes.setCamera(camera, size, true))
  map.on('resize', () => {
    size = { width: element.clientWidth, height: element.clientHeight }
    if (isFirstView) map.jumpTo(cameraOptions(firstCamera(props, size)))
    meshes.setCamera(camera, size, true)
    scheduleDraw()
    for (const listener of movedListeners) listener()
  })
  // A source that does not answer is no fault: the embedded map lies beneath.
  map.on('error', ({ error }) => console.warn(error.message))

  const project = (place: MapPoint) => mapToPane(camera, size, place)
  const unproject = (css: readonly [number, number]): MapPoint => paneToMap(camera, size, css)
  const easing = (durationMs: number) => ({ duration: durationMs, essential: false })

  function moveTo(part: Partial<BaseCamera>, durationMs = 0) {
    isFirstView = false
    const target = cameraOptions({ ...camera, ...part })
    if (durationMs <= 0) map.jumpTo(target)
    else map.easeTo({ ...target, ...easing(durationMs) })
  }

  const handle: BasePaneHandle = {
    camera: () => camera,
    moveTo,
    zoomBy: (levels, durationMs = EASE_MS) => moveTo({ zoom: camera.zoom + levels }, durationMs),
    project,
    unproject,
    focus: () => element.focus(),
    fitBox(box, { padding = 20, maxZoom = 18, durationMs = 0 } = {}) {
      moveTo(fitBox(box, size, widerPadding(padding, props.padding), maxZoom), durationMs)
    },
    resetBearing: () => moveTo({ bearing: 0 }, EASE_MS),
  }

  function outlineIndex(): OutlineIndex | null {
    const { outlines } = props
    if (!outlines) return null
    if (index?.of !== outlines) index = { of: outlines, index: createOutlineIndex(outlines) }
    return index.index
  }

  function hoverOutline(place: MapPoint | null) {
    const id = (place && outlineIndex()?.at(place)[0]) ?? null
    if (id === hoveredOutlineId) return
    hoveredOutlineId = id
    props.onOutlineHover?.(id)
    scheduleDraw()
  }

  const measureEnd = (id: string) => (id.startsWith(MEASURE_ID) ? Number(id.slice(MEASURE_ID.length)) : null)
  function pressables(): readonly ControlPointMark[] {
    const ends = (props.measure ?? []).map((place, at): ControlPointMark => ({
      id: `${MEASURE_ID}${at}`,
      number: 0,
      image: [0, 0],
      map: place,
      enabled: true,
      suspect: false,
    }))
    return ends.length > 0 ? [...(props.marks ?? []), ...ends] : (props.marks ?? [])
  }

  const stopGestures = attachGestures<MapPoint>(element, {
    unproject,
    markAt: (css, pointerType) =>
      props.interactive === false
        ? null
        : markAt(pressables(), (mark) => project(mark.map), css, pointerType, props.selectedId ?? null),
    mark: (id) => {
      const place = pressables().find((mark) => mark.id === id)?.map
      return place ? { place, css: project(place) } : null
    },
    isMovable: (id) => (measureEnd(id) === null ? props.marksMovable !== false : true),
    onMarkPress: (id, modifiers) => measureEnd(id) === null && props.onMarkPress?.(id, modifiers),
    onMarkHover: (id) => {
      map.getCanvas().style.cursor = id === null ? (props.cursor ?? '') : 'pointer'
      if (id === null || measureEnd(id) === null) props.onMarkHover?.(id)
    },
    onMarkDrag: (drag) => {
      const end = measureEnd(drag.id)
      if (end !== null) {
        const phase = drag.phase === 'cancel' ? 'end' : drag.phase
        return props.onMeasureDrag?.(end, drag.place, phase)
      }
      heldId = drag.phase === 'start' || drag.phase === 'move' ? drag.id : null
      if (drag.phase !== 'move') scheduleDraw()
      props.onMarkDrag?.(drag)
    },
    onPress: (place, _css, modifiers) => {
      if (props.interactive === false) return
      const ids = outlineIndex()?.at(place) ?? []
      if (ids.length > 0 && props.onOutlinePress) return props.onOutlinePress(ids, place)
      props.onPress?.(place, modifiers)
    },
    onPointerPlace: (place) => {
      if (props.outlines && props.interactive !== false) hoverOutline(place)
      props.onPointerPlace?.(place)
    },
  })
  const stopKeys = attachPaneKeys(element, {
    panBy: (x, y) => {
      const place = unproject([size.width / 2 + x, size.height / 2 + y])
      if (props.interactive !== false) moveTo({ centre: place }, 150)
    },
    zoomBy: (levels) => props.interactive !== false && moveTo({ zoom: camera.zoom + levels }, 150),
    fit: () => props.interactive !== false && moveTo(cameraForMarks(props, size), EASE_MS),
  })

  function update(next: BasePaneProps) {
    const before = props
    props = next
    element.tabIndex = next.interactive === false ? -1 : 0
    if (before.theme !== next.theme || !sameBaseMap(before.baseMap, next.baseMap)) {
      setBaseMap(map, next.baseMap, next.theme)
    }
    setAttribution(map, next.attribution !== false)
    if (next.interactive !== false) {
      if (next.wheelZoom === false) map.scrollZoom.disable()
      else map.scrollZoom.enable()
    }
    if (before.cursor !== next.cursor) map.getCanvas().style.cursor = next.cursor ?? ''
    meshes.setOverlays(next.overlays ?? [])
    // Many at once come from a file or a draft: the stand-in of an untouched map gives way to them.
    const { marks = [], initialBox } = next
    if (isFirstView && !initialBox && !before.marks?.length && marks.length >= MANY_AT_ONCE)
      map.jumpTo(cameraOptions(cameraForMarks(next, size)))
    // A few are placed by hand in what is seen: a pane of another size must not go to them alone.
    else if (!initialBox && !before.marks?.length && marks.length > 0) isFirstView = false
    scheduleDraw()
  }

  meshes.setCamera(camera, size, true)
  update(initial)
  props.onCameraChange?.(camera, false)
  return {
    handle,
    project,
    onMoved(listener) {
      movedListeners.add(listener)
      return () => movedListeners.delete(listener)
    },
    update,
    destroy() {
      isGone = true
      cancelAnimationFrame(frame)
      stopGestures()
      stopKeys()
      meshes.close()
      map.remove()
    },
  }
}

function firstCamera(props: BasePaneProps, size: PaneSize): BaseCamera {
  const { initialBox, padding } = props
  return initialBox ? fitBox(initialBox, size, widerPadding(20, padding)) : cameraForMarks(props, size)
}

/** Everything that is marked, else Europe. */
function cameraForMarks({ marks = [], padding }: BasePaneProps, size: PaneSize): BaseCamera {
  const box = boxAround(marks.map(({ map }) => map))
  return box
    ? fitBox(box, size, widerPadding(48, padding), 16)
    : fitBox(EUROPE, size, widerPadding(0, padding))
}

function sameBaseMap(a: BasePaneProps['baseMap'], b: BasePaneProps['baseMap']): boolean {
  if (!a || !b) return a === b
  return (
    a.baseMaps === b.baseMaps && a.layer === b.layer && a.labels === b.labels && a.language === b.language
  )
}
