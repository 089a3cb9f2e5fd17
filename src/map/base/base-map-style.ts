import type { LayerSpecification, StyleSpecification } from '@maplibre/maplibre-gl-style-spec'
import type { Attribution, BaseMaps, OnlineLayer, TileSource } from '../../../contract/base-map.ts'
import { embeddedLayers } from './base-map-layers.ts'
import { BASE_LAYER_OPACITY, type BaseLayerId, type Language } from '../../../contract/constants.ts'

export interface BaseMapChoice {
  readonly baseMaps: BaseMaps
  /** The chosen online layer; undefined: the embedded map alone. */
  readonly layer: BaseLayerId | undefined
  /** Whether the label overlay of a satellite layer is shown. */
  readonly labels: boolean
  readonly theme: 'light' | 'dark'
  readonly language: Language
  /** Origin of this instance ("https://maps.example.org"): MapLibre's worker resolves no relative addresses. */
  readonly origin: string
  /** Draws vector tiles of streets; undefined until it is fetched, and they are not shown before. */
  readonly streetLayers?: StreetLayers | undefined
}

/** The layers over the vector tiles of streets (street-layers.ts). */
export type StreetLayers = (theme: 'light' | 'dark', language: Language) => LayerSpecification[]

/** Whether the choice has vector tiles, which need `streetLayers`. */
export const hasVectorStreets = ({ baseMaps, layer }: Pick<BaseMapChoice, 'baseMaps' | 'layer'>): boolean =>
  layer !== undefined && baseMaps.layers[layer]?.format === 'protomaps'

/** Names of the sources in the style. */
export const BASE_MAP_SOURCES = {
  embedded: 'embedded',
  graticule: 'graticule',
  online: 'online',
  labels: 'online-labels',
} as const

const FADE_MS = 300

/**
 * The style of the base map: the embedded vector map, a graticule whose data the map fills in (`graticule`), and the
 * chosen online picture tiles, which fade in over it when they answer. There is no `glyphs`: MapLibre then draws
 * labels with the fonts of the page, so that nothing is asked of another host.
 */
export function baseMapStyle(choice: BaseMapChoice): StyleSpecification {
  const { baseMaps, theme, language, origin } = choice
  const online = choice.layer === undefined ? null : (baseMaps.layers[choice.layer] ?? null)
  const labels = choice.labels ? online?.labels : undefined
  const layers: LayerSpecification[] = embeddedLayers(theme, language)
  const sources: StyleSpecification['sources'] = {
    [BASE_MAP_SOURCES.embedded]: vectorSource(baseMaps.embedded, origin),
    [BASE_MAP_SOURCES.graticule]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
  }
  if (online && hasVectorStreets(choice)) {
    if (choice.streetLayers) {
      sources[BASE_MAP_SOURCES.online] = vectorSource(online, origin)
      layers.push(...choice.streetLayers(theme, language))
    }
  } else if (online && choice.layer) {
    sources[BASE_MAP_SOURCES.online] = rasterSource(online, origin)
    layers.push(pictures(BASE_MAP_SOURCES.online, BASE_LAYER_OPACITY[choice.layer]))
  }
  if (labels) {
    sources[BASE_MAP_SOURCES.labels] = rasterSource(labels, origin)
    layers.push(pictures(BASE_MAP_SOURCES.labels, 1))
  }
  return { version: 8, sources, layers }
}

const vectorSource = (source: OnlineLayer, origin: string): StyleSpecification['sources'][string] => ({
  type: 'vector',
  tiles: absolute(source.tiles, origin),
  minzoom: source.minZoom,
  maxzoom: source.maxZoom,
  attribution: attributionHtml(source.attribution),
  ...(source.bounds && { bounds: [...source.bounds] }),
})

const rasterSource = (
  source: TileSource & Pick<OnlineLayer, 'bounds'>,
  origin: string,
): StyleSpecification['sources'][string] => ({
  type: 'raster',
  ...(source.tileJson
    ? { url: source.tileJson }
    : { tiles: absolute(source.tiles, origin), minzoom: source.minZoom, maxzoom: source.maxZoom }),
  tileSize: source.tileSize,
  attribution: attributionHtml(source.attribution),
  ...(source.bounds && { bounds: [...source.bounds] }),
})

const pictures = (source: string, opacity: number): LayerSpecification => ({
  id: source,
  type: 'raster',
  source,
  paint: { 'raster-opacity': opacity, 'raster-fade-duration': FADE_MS },
})

const absolute = (tiles: readonly string[], origin: string) =>
  tiles.map((address) => (address.startsWith('/') ? `${origin}${address}` : address))

/** The attribution as HTML, its texts escaped: they come from the operator's settings. */
export const attributionHtml = (attribution: readonly Attribution[]) =>
  attribution
    .map(({ text, url }) =>
      url && /^https?:/i.test(url)
        ? `<a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(text)}</a>`
        : escapeHtml(text),
    )
    .join(' | ')

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
