import { MapLibreOverlay } from '@deck.gl/maplibre'
import type { MapPoint } from '../../../contract/control-points.ts'
import { placeNear } from '../../geometry/boxes.ts'
import { fitBox, mapToPane, paneToMap, widerPadding } from '../../geometry/camera.ts'
import type { BaseCamera } from '../../geometry/camera.ts'
import type { MarkStates } from '../marks/control-point-marks.ts'
import type { BasePaneHandle, BasePaneProps, TileTrouble } from '../pane-props.ts'
import type { Lens } from '../compare/lens.ts'
import type { AnchorMover } from '../pane/anchors.tsx'
import { createPaneCore } from '../pane/pane-core.ts'
import type { PanePicture } from '../pane/pane-core.ts'
import { boxSize } from '../pane/pane-size.ts'
import { baseOverlays } from './base-layers.ts'
import { cameraOf, cameraOptions, createBaseMap, setAttribution, setBaseMap, setHands } from './base-map.ts'
import { BASE_MAP_SOURCES } from './base-map-style.ts'
import { cameraForMarks, firstCamera } from './first-view.ts'
import { createLayerAnswer } from './layer-answer.ts'
import { createOutlinePicker } from './outline-picker.ts'
import { createMosaicTiles } from './mosaic-tiles.ts'
import { createOutlineTiles } from './outline-tiles.ts'
import { createOverlayMeshes } from './overlay-meshes.ts'
import { PaneMapView } from './pane-map-view.ts'
import { cameraNear, leastZoom, middleOfMarks, movedOn, shownNear } from './pane-world.ts'
import { OUTLINE_GROUND } from './own-layers.ts'

/** A mounted base pane. */
export interface BaseView extends AnchorMover<MapPoint> {
  readonly handle: BasePaneHandle
  update(props: BasePaneProps): void
  /** Where the first overlay is drawn, while it is compared with another or what lies beneath. */
  setLens(lens: Lens): void
  /** As `PaneCore.takeHandle`. */
  takeHandle(event: PointerEvent): boolean
  destroy(): void
}

/** Zoom from which on single px can be aimed at. */
const CLOSE_UP_ZOOM = 18
const MANY_AT_ONCE = 3
const EASE_MS = 250

/** Puts a MapLibre map with our layers into `element` and keeps it as `props` say. */
export function createBaseView(element: HTMLElement, initial: BasePaneProps): BaseView {
  let props = initial
  /** Nobody has moved since the first view: a pane of another size (a phone's peek that opens) fits it anew. */
  let isFirstView = initial.initialCamera === undefined
  const map = createBaseMap(element, initial.initialCamera ?? firstCamera(initial, boxSize(element)), initial)
  /** The world that the camera is counted from is that of the marks; without any, the one that it moves on into. */
  let near = initial.initialCamera?.centre[0] ?? firstCamera(initial, boxSize(element)).centre[0]
  const cameraNow = () => cameraNear(cameraOf(map), middleOfMarks(props) ?? movedOn(near))
  let camera = cameraNow()
  let lens: Lens = null
  let isDrawnEarly = false
  let trouble: TileTrouble = new Map()
  /** Where a move of ours is going, by the size of the pane, and when it is there. */
  let way: { readonly target: () => BaseCamera; readonly untilMs: number } | null = null

  const picture: PanePicture<MapPoint, BaseCamera> = {
    camera: () => camera,
    project: (place) => mapToPane(camera, core.size(), place),
    unproject: (css) => paneToMap(camera, core.size(), css),
    placeOf: (mark) => mark.map,
    moveTo(target, durationMs) {
      isFirstView = false
      near = target.centre[0]
      if (durationMs === 0) map.jumpTo(cameraOptions(target))
      else map.easeTo({ ...cameraOptions(target), duration: durationMs, essential: false })
      way = durationMs === 0 ? null : { target: () => target, untilMs: performance.now() + durationMs }
    },
    shifted: (from, x, y) => ({ ...from, centre: paneToMap(from, NO_SIZE, [x, y]) }),
    whole: () => cameraForMarks(props, core.size()),
    closeUpZoom: CLOSE_UP_ZOOM,
    draw,
    onSize() {
      map.resize()
      map.setMinZoom(leastZoom(core.size()))
      if (isFirstView) jumpTo(firstCamera(props, core.size()))
      // Its target was reckoned for the size before, and so is its way.
      else if (way) {
        const { target, untilMs } = way
        picture.moveTo(target(), Math.max(0, untilMs - performance.now()))
        if (way) way = { ...way, target }
      }
      meshes.setCamera(camera, core.size(), true)
    },
    setCursor: (cursor) => (map.getCanvas().style.cursor = cursor),
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
    {
      idsAt: (point) => outlineTiles.at(picture.project(point) ?? [NaN, NaN]),
      groupAt: (point) => outlineTiles.groupAt(picture.project(point) ?? [NaN, NaN]),
    },
    () => core.scheduleDraw(),
  )
  const outlineTiles = createOutlineTiles(map, () => props)
  const mosaic = createMosaicTiles(map, () => props)
  const overlay = new MapLibreOverlay({
    interleaved: true,
    layers: [],
    // It takes views, of which its types know none.
    views: new PaneMapView(() => camera.centre[0]) as unknown as null,
  })
  map.addControl(overlay)
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

  function draw(states: MarkStates) {
    const { overlayOpacity = 1, memoryShare = 1, attempt = 0 } = props
    mosaic.update()
    outlineTiles.update(outlines.hoveredId())
    const beforeId = outlineTiles.isDrawn() ? OUTLINE_GROUND : undefined
    isDrawnEarly = !map.isStyleLoaded()
    overlay.setProps({
      layers: [
        ...meshes.layers({ opacity: overlayOpacity, lens, beforeId, memoryShare, attempt }),
        ...baseOverlays(shownNear(props, camera.centre[0]), states),
      ],
    })
  }

  busy.set('base', true)
  map.on('move', ({ originalEvent }) => {
    isFirstView &&= !originalEvent
    camera = cameraNow()
    near = camera.centre[0]
    meshes.setCamera(camera, core.size(), false)
    // A file's tiles are chosen by the view; a warp's are chosen as its mesh.
    if (props.ground || props.overlays?.some(({ kind }) => kind === 'file')) core.scheduleDraw()
    core.cameraMoved(Boolean(originalEvent))
  })
  map.on('movestart', () => busy.set('base', true))
  map.on('dataloading', () => busy.set('base', true))
  map.on('idle', () => {
    busy.set('base', false)
    // deck.gl puts its layers among those of the style only while nothing loads.
    if (isDrawnEarly) core.scheduleDraw()
  })
  map.on('moveend', () => {
    way = null
    core.cameraRests()
    meshes.setCamera(camera, core.size(), true)
  })
  const answer = createLayerAnswer((what) => {
    const layer = props.baseMap?.layer
    if (layer) props.onBaseLayerAnswer?.(what, layer)
  })
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (sourceId === BASE_MAP_SOURCES.online && tile) answer.came()
  })
  // A source that does not answer is no fault: the embedded map lies beneath.
  map.on('error', (event) => {
    console.warn(event.error.message)
    if ('sourceId' in event && event.sourceId === BASE_MAP_SOURCES.online) answer.failed()
  })

  const handle: BasePaneHandle = {
    ...core.handle,
    project: (place) => core.handle.project(placeNear(place, camera.centre[0])),
    fitBox(box, { padding = 20, maxZoom, durationMs = 0, centre } = {}) {
      const fitted = () => {
        const camera = fitBox(box, core.size(), widerPadding(padding, props.padding), maxZoom)
        return centre ? { ...camera, centre } : camera
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
    if (before.theme !== next.theme || !sameBaseMap(before.baseMap, next.baseMap)) {
      if (before.baseMap?.layer !== next.baseMap?.layer) answer.restart()
      setBaseMap(map, next.baseMap, next.theme)
    }
    setAttribution(map, next)
    if (isFirst || !sameHands(before, next)) setHands(map, next)
    if (isFirst || before.cursor !== next.cursor) picture.setCursor(next.cursor ?? '')
    meshes.setOverlays(next.overlays ?? NO_OVERLAYS, next.ground ?? null)
    showNewMarks(before)
    // The first marks may count from another world.
    if (cameraNow().centre[0] !== camera.centre[0]) {
      camera = cameraNow()
      near = camera.centre[0]
      meshes.setCamera(camera, core.size(), true)
      core.cameraMoved(false)
    }
    core.update(before)
  }

  function jumpTo(target: BaseCamera) {
    near = target.centre[0]
    map.jumpTo(cameraOptions(target))
  }

  /** What an untouched map shows when its first points come. */
  function showNewMarks(before: BasePaneProps) {
    const { marks = [], initialBox } = props
    if (!isFirstView || initialBox || before.marks?.length || marks.length === 0) return
    // Many at once come from a file or a draft: the stand-in of an untouched map gives way to them.
    if (marks.length >= MANY_AT_ONCE) jumpTo(cameraForMarks(props, core.size()))
    // A few are placed by hand in what is seen: a pane of another size must not go to them alone.
    else isFirstView = false
  }

  meshes.setCamera(camera, core.size(), true)
  update(initial)
  props.onCameraChange?.(camera, false)
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
      answer.restart()
      core.destroy()
      meshes.close()
      map.remove()
    },
  }
}

const NO_OVERLAYS: readonly [] = []

const sameHands = (a: BasePaneProps, b: BasePaneProps) =>
  a.interactive === b.interactive &&
  a.wheelZoom === b.wheelZoom &&
  a.yieldsToPage?.touchHint === b.yieldsToPage?.touchHint &&
  a.yieldsToPage?.wheelHint === b.yieldsToPage?.wheelHint

/** With the pane's middle at its origin, CSS px are counted from the centre. */
const NO_SIZE = { width: 0, height: 0 }

function sameBaseMap(a: BasePaneProps['baseMap'], b: BasePaneProps['baseMap']): boolean {
  if (!a || !b) return a === b
  return (
    a.baseMaps === b.baseMaps && a.layer === b.layer && a.labels === b.labels && a.language === b.language
  )
}
