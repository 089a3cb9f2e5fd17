import 'maplibre-gl/dist/maplibre-gl.css'
import { serverOrigin } from '../../src/api/server-address.ts'
import type { BaseCamera, PaneSize } from '../../src/geometry/camera.ts'
import { BASE_MAP_SOURCES, baseMapStyle } from '../../src/map/base/base-map-style.ts'
import { createLayerAnswer } from '../../src/map/base/layer-answer.ts'
import { MAP_WORDS } from '../../src/map/base/map-words.ts'
import type { BasePaneProps } from '../../src/map/pane-props.ts'
import { createFlatTiles } from './flat-tiles.ts'
import type { FlatTileSource } from './flat-tiles.ts'

/** What a base pane says and asks for of its base map, without drawing it. */
export interface FlatBaseMap {
  update(props: BasePaneProps): void
  setView(camera: BaseCamera, size: PaneSize): void
  /** A hand drags the map: what it is drawn from is folded together. */
  onDrag(): void
  close(): void
}

interface FlatBaseMapEvents {
  readonly props: () => BasePaneProps
  /** Tiles of an online layer are under way. The embedded map's are not asked for: nothing depends on them but the picture. */
  readonly onBusy: (source: 'online' | 'labels', isBusy: boolean) => void
}

/** Below this width the lower right corner belongs to other things, as in `src/map/base/base-map.ts`. */
const NARROW_PX = 480

export function createFlatBaseMap(element: HTMLElement, events: FlatBaseMapEvents): FlatBaseMap {
  const answer = createLayerAnswer((what) => {
    const layer = events.props().baseMap?.layer
    if (layer) events.props().onBaseLayerAnswer?.(what, layer)
  })
  const online = createFlatTiles<true>({
    parse: decoded,
    onLoad: () => answer.came(),
    onFail(error) {
      console.warn(error.message)
      answer.failed()
    },
    onBusy: (isBusy) => events.onBusy('online', isBusy),
  })
  const labels = createFlatTiles<true>({
    parse: decoded,
    onLoad: () => undefined,
    onFail: (error) => console.warn(error.message),
    onBusy: (isBusy) => events.onBusy('labels', isBusy),
  })
  const controls = addControls(element)
  let layer: string | undefined
  let key = ''
  let attribution: HTMLElement | null = null
  const askAgain = () => online.refresh()
  window.addEventListener('online', askAgain)

  function showSources(props: BasePaneProps) {
    const { baseMap } = props
    if (baseMap?.layer !== layer) answer.restart()
    layer = baseMap?.layer
    const sources = sourcesOf(props)
    const next = JSON.stringify(sources)
    if (next === key) return
    key = next
    void showSource(online, sources[BASE_MAP_SOURCES.online], () => key === next)
    void showSource(labels, sources[BASE_MAP_SOURCES.labels], () => key === next)
  }

  function showAttribution(props: BasePaneProps) {
    if (props.attribution === false) {
      attribution?.remove()
      attribution = null
      return
    }
    attribution ??= addAttribution(element, controls)
    const button = attribution.querySelector('summary')
    const name = MAP_WORDS[props.baseMap?.language ?? 'en']['AttributionControl.ToggleAttribution']
    button?.setAttribute('title', name)
    button?.setAttribute('aria-label', name)
    fillAttribution(attribution, textsOf(sourcesOf(props)))
  }

  return {
    update(props) {
      showSources(props)
      showAttribution(props)
    },
    setView(camera, size) {
      online.setView(camera, size)
      labels.setView(camera, size)
    },
    onDrag: () => attribution?.classList.remove('maplibregl-compact-show'),
    close() {
      window.removeEventListener('online', askAgain)
      answer.restart()
      online.close()
      labels.close()
      controls.remove()
    },
  }
}

type Source = { readonly type: string; readonly attribution?: string } & Record<string, unknown>

/** The sources of the style that MapLibre would be given. */
function sourcesOf({ baseMap, theme }: BasePaneProps): Readonly<Record<string, Source>> {
  if (!baseMap) return {}
  const style = baseMapStyle({ ...baseMap, theme, origin: serverOrigin(), streetLayers: () => [] })
  return style.sources as unknown as Record<string, Source>
}

async function showSource(
  tiles: ReturnType<typeof createFlatTiles<true>>,
  source: Source | undefined,
  isNow: () => boolean,
) {
  if (!source) return tiles.show(null)
  const told =
    typeof source['url'] === 'string' ? ((await (await fetch(source['url'])).json()) as Source) : source
  if (isNow()) tiles.show(flatSource({ ...source, ...told }))
}

function flatSource(source: Source): FlatTileSource {
  const [url = ''] = source['tiles'] as readonly string[]
  return {
    url,
    tileSize: Number(source['tileSize'] ?? 512),
    minZoom: Number(source['minzoom'] ?? 0),
    maxZoom: Number(source['maxzoom'] ?? 22),
    bounds: source['bounds'] as readonly number[] | undefined,
    isPicture: source.type === 'raster',
    ...(source.type === 'raster' && { headers: () => ({ Accept: 'image/webp,*/*' }) }),
  }
}

/** A picture that is none has failed. */
async function decoded(bytes: ArrayBuffer): Promise<true> {
  const start = new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength))
  // A vector tile begins with the number of its first layer.
  if (start[0] !== 0x1a && bytes.byteLength > 0) (await createImageBitmap(new Blob([bytes]))).close()
  return true
}

function addControls(element: HTMLElement): HTMLElement {
  const controls = document.createElement('div')
  controls.className = 'maplibregl-control-container'
  for (const corner of ['top-left', 'top-right', 'bottom-left', 'bottom-right']) {
    const part = document.createElement('div')
    part.className = `maplibregl-ctrl-${corner}`
    controls.append(part)
  }
  element.append(controls)
  return controls
}

function addAttribution(element: HTMLElement, controls: HTMLElement): HTMLElement {
  const side = element.clientWidth < NARROW_PX ? 'left' : 'right'
  const details = document.createElement('details')
  details.className = 'maplibregl-ctrl maplibregl-ctrl-attrib'
  const summary = document.createElement('summary')
  summary.className = 'maplibregl-ctrl-attrib-button'
  summary.addEventListener('click', () => {
    const isShown = details.classList.toggle('maplibregl-compact-show')
    // The browser turns `open` about after this.
    details.toggleAttribute('open', !isShown)
  })
  const inner = document.createElement('div')
  inner.className = 'maplibregl-ctrl-attrib-inner'
  details.append(summary, inner)
  controls.querySelector(`.maplibregl-ctrl-bottom-${side}`)?.append(details)
  return details
}

/** Parts of one another are said once, the shortest first, as MapLibre says them. */
function textsOf(sources: Readonly<Record<string, Source>>): string[] {
  const texts = Object.values(sources)
    .flatMap(({ attribution }) => attribution?.trim() || [])
    .toSorted((a, b) => a.length - b.length)
  return texts.filter((text, at) => !texts.slice(at + 1).some((longer) => longer.includes(text)))
}

function fillAttribution(details: HTMLElement, texts: readonly string[]) {
  const inner = details.querySelector('.maplibregl-ctrl-attrib-inner')
  const html = texts.join(' | ')
  if (!inner || details.dataset['html'] === html) return
  details.dataset['html'] = html
  inner.innerHTML = html
  details.classList.toggle('maplibregl-attrib-empty', texts.length === 0)
  if (texts.length === 0 || details.classList.contains('maplibregl-compact')) return
  details.setAttribute('open', '')
  details.classList.add('maplibregl-compact', 'maplibregl-compact-show')
}
