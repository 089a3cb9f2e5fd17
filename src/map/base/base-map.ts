import maplibreWorkerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { AttributionControl, LngLatBounds, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import type { RequestTransformFunction, StyleSpecification } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { EMBEDDED_LABEL_LAYERS } from './base-map-layers.ts'
import { BASE_MAP_SOURCES, baseMapStyle, hasVectorStreets, type StreetLayers } from './base-map-style.ts'
import { graticule, graticuleStep } from './graticule.ts'
import { MAP_WORDS } from './map-words.ts'
import { keepingOwnLayers, MOSAIC } from './own-layers.ts'
import { leastZoom } from './pane-world.ts'
import { readToken } from '../../api/bearer-token.ts'
import { isSignedInTile } from '../../api/catalog-tiles.ts'
import { isOutlineTile } from '../../api/outline-tiles.ts'
import { serverOrigin } from '../../api/server-address.ts'
import type { BaseCamera } from '../../geometry/camera.ts'
import { lonLatToMercator, mercatorToLonLat } from '../../geometry/mercator.ts'
import { PANE_GROUNDS } from '../pane-grounds.ts'
import { boxSize } from '../pane/pane-size.ts'
import type { BaseMapProps, BasePaneProps, PaneTheme } from '../pane-props.ts'

setWorkerUrl(maplibreWorkerUrl)

const MAX_ZOOM = 22
/** Tiles of a source that are kept beside those in view; small views keep fewer. */
const KEPT_TILES = 512
/** Names that go and names that come are both drawn meanwhile, over one another where a zoom settles. */
const LABEL_FADE_MS = 60

/** A MapLibre map that shows our base maps: no pitch, the world seen once, keys left to the pane. */
export function createBaseMap(element: HTMLElement, camera: BaseCamera, props: BasePaneProps): MapLibreMap {
  const map = new MapLibreMap({
    container: element,
    style: styleOf({ choice: props.baseMap, theme: props.theme }),
    ...cameraOptions(camera),
    attributionControl: false,
    locale: wordsOf(props),
    // Around the date line both sides are seen; the least zoom keeps any place from being seen twice.
    renderWorldCopies: true,
    minZoom: leastZoom(boxSize(element)),
    // The pane watches its size: the map would miss one that it got before it first looked.
    trackResize: false,
    maxZoom: MAX_ZOOM,
    maxTileCacheSize: Math.round(KEPT_TILES * (props.memoryShare ?? 1)),
    maxPitch: 0,
    pitchWithRotate: false,
    touchPitch: false,
    boxZoom: false,
    doubleClickZoom: false,
    keyboard: false,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : LABEL_FADE_MS,
    canvasContextAttributes: { antialias: true },
    transformRequest: withToken,
  })
  map.once('remove', () => shown.delete(map))
  // The pane around it has the focus and the name.
  map.getCanvas().removeAttribute('tabindex')
  map.getCanvas().removeAttribute('role')
  map.getCanvas().removeAttribute('aria-label')
  map.on('moveend', () => {
    drawGraticule(map)
    setEmbeddedLabels(map)
  })
  map.on('styledata', () => {
    drawGraticule(map)
    setEmbeddedLabels(map)
  })
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (sourceId !== BASE_MAP_SOURCES.online || !tile) return
    answered.add(map)
    setEmbeddedLabels(map)
  })
  // MapLibre asks no more for tiles that failed. They may load once the connection is back.
  const askAgain = () => {
    for (const source of [BASE_MAP_SOURCES.online, MOSAIC])
      if (map.getSource(source)) map.refreshTiles(source)
  }
  window.addEventListener('online', askAgain)
  map.once('remove', () => window.removeEventListener('online', askAgain))
  show(map, { choice: props.baseMap, theme: props.theme })
  return map
}

const wordsOf = ({ baseMap }: BasePaneProps) => MAP_WORDS[baseMap?.language ?? 'en']

/** Outlines and tiles of catalogs are asked for in the name of who is signed in. */
const withToken: RequestTransformFunction = (url) => {
  const token = isOutlineTile(url) || isSignedInTile(url) ? readToken() : null
  return token === null ? undefined : { url, headers: { Authorization: `Bearer ${token}` } }
}

/** What hands may do with the map: everything, everything but the wheel, what the page leaves, or nothing in a picture. */
export function setHands(
  map: MapLibreMap,
  { interactive = true, wheelZoom = true, yieldsToPage = null }: BasePaneProps,
) {
  for (const hand of [map.dragPan, map.dragRotate, map.touchZoomRotate]) {
    if (interactive) hand.enable()
    else hand.disable()
  }
  if (interactive && wheelZoom) map.scrollZoom.enable()
  else map.scrollZoom.disable()
  // Its hints are made anew, for another language may be spoken by now.
  map.cooperativeGestures.disable()
  if (!interactive || !yieldsToPage) return
  map.cooperativeGestures.enable()
  const say = (part: string, hint: string) =>
    map.getCanvasContainer().querySelector(part)?.replaceChildren(hint)
  say('.maplibregl-mobile-message', yieldsToPage.touchHint)
  say('.maplibregl-desktop-message', yieldsToPage.wheelHint)
}

/** What a map is to show. */
interface Shown {
  readonly choice: BaseMapProps | null
  readonly theme: PaneTheme
}
const shown = new WeakMap<MapLibreMap, Shown>()
/** Maps whose online tiles have come. */
const answered = new WeakSet<MapLibreMap>()
/** Fetched once, by the first map that has vector tiles of streets. */
let streetLayers: StreetLayers | undefined

/** Shows another base layer, theme or language; what both styles share stays. */
export function setBaseMap(map: MapLibreMap, choice: BaseMapProps | null, theme: PaneTheme) {
  if (shown.get(map)?.choice?.layer !== choice?.layer) answered.delete(map)
  restyle(map, { choice, theme })
  show(map, { choice, theme })
}

function restyle(map: MapLibreMap, next: Shown) {
  // A style comes without graticule.
  drawnGraticules.delete(map)
  map.setStyle(styleOf(next), { diff: true, transformStyle: keepingOwnLayers })
}

/** Keeps what is to be shown, and draws the streets of vector tiles as soon as is known how. */
function show(map: MapLibreMap, next: Shown) {
  shown.set(map, next)
  if (streetLayers || !next.choice || !hasVectorStreets(next.choice)) return
  import('./street-layers.ts').then(
    (part) => {
      streetLayers = part.streetLayers
      const now = shown.get(map)
      if (now) restyle(map, now)
    },
    // The embedded map lies beneath; the next change of the map asks again.
    (error: unknown) => console.warn(error),
  )
}

/** Below this width of the pane the lower right corner belongs to other things: a phone's peek. CSS px. */
const NARROW_PX = 480
const attributions = new WeakMap<MapLibreMap, AttributionControl>()

/** Shows or hides what the base map is drawn from, and names its button in the language that is spoken now. */
export function setAttribution(map: MapLibreMap, props: BasePaneProps) {
  showAttribution(map, props.attribution !== false)
  const button = map.getContainer().querySelector<HTMLElement>('.maplibregl-ctrl-attrib-button')
  const name = wordsOf(props)['AttributionControl.ToggleAttribution']
  if (!button || button.title === name) return
  button.title = name
  button.setAttribute('aria-label', name)
}

function showAttribution(map: MapLibreMap, isShown: boolean) {
  const shown = attributions.get(map)
  if (isShown === (shown !== undefined)) return
  if (shown) {
    map.removeControl(shown)
    attributions.delete(map)
    return
  }
  const control = new AttributionControl({ compact: true })
  attributions.set(map, control)
  map.addControl(control, map.getContainer().clientWidth < NARROW_PX ? 'bottom-left' : 'bottom-right')
}

const styleOf = ({ choice, theme }: Shown): StyleSpecification =>
  choice ? baseMapStyle({ ...choice, theme, origin: serverOrigin(), streetLayers }) : plainGround(theme)

const plainGround = (theme: PaneTheme): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': PANE_GROUNDS[theme] } }],
})

/** Names of the embedded map would show through those of online tiles, wherever these have come. */
function setEmbeddedLabels(map: MapLibreMap) {
  if (!answered.has(map)) return
  const choice = shown.get(map)?.choice
  const bounds = choice?.layer ? choice.baseMaps.layers[choice.layer]?.bounds : undefined
  const visibility = bounds && !new LngLatBounds(bounds).contains(map.getCenter().wrap()) ? 'visible' : 'none'
  for (const layer of EMBEDDED_LABEL_LAYERS) {
    if (map.getLayer(layer) && map.getLayoutProperty(layer, 'visibility') !== visibility)
      map.setLayoutProperty(layer, 'visibility', visibility)
  }
}

/** [west, south, east, north], degrees. */
type Bounds = readonly [west: number, south: number, east: number, north: number]

/** What a map's graticule was drawn for. */
interface DrawnGraticule {
  readonly bounds: Bounds
  /** Seconds of arc between its lines. */
  readonly step: number
}
const drawnGraticules = new WeakMap<MapLibreMap, DrawnGraticule>()

/**
 * Draws the graticule of the view and of a view's breadth around it, where the one that is there does not reach: new lines
 * have every label of the map placed anew, which must not happen in each frame of a movement.
 */
function drawGraticule(map: MapLibreMap) {
  const source = map.getSource(BASE_MAP_SOURCES.graticule)
  if (!source || !('setData' in source) || typeof source.setData !== 'function') return
  const [bounds, zoom] = [map.getBounds(), map.getZoom()]
  const view: Bounds = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
  const step = graticuleStep(zoom)
  const drawn = drawnGraticules.get(map)
  if (drawn?.step === step && contains(drawn.bounds, view)) return
  const [width, height] = [view[2] - view[0], view[3] - view[1]]
  const around: Bounds = [view[0] - width, view[1] - height, view[2] + width, view[3] + height]
  drawnGraticules.set(map, { bounds: around, step })
  source.setData(graticule(around, zoom, shown.get(map)?.choice?.language))
}

const contains = (outer: Bounds, [west, south, east, north]: Bounds) =>
  outer[0] <= west && outer[1] <= south && outer[2] >= east && outer[3] >= north

/** The camera as MapLibre takes it. */
export function cameraOptions({ centre, zoom, bearing }: BaseCamera) {
  return { center: mercatorToLonLat(centre[0], centre[1]), zoom, bearing, pitch: 0 }
}

export function cameraOf(map: MapLibreMap): BaseCamera {
  const { lng, lat } = map.getCenter()
  return { centre: lonLatToMercator(lng, lat), zoom: map.getZoom(), bearing: map.getBearing() }
}
