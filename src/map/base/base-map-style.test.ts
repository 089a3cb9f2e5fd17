import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec'
import { describe, expect, it } from 'vitest'
import type { BaseMaps, OnlineLayer } from '../../../contract/base-map.ts'
import { EMBEDDED_LABEL_LAYERS } from './base-map-layers.ts'
import { type BaseMapChoice, attributionHtml, baseMapStyle, hasVectorStreets } from './base-map-style.ts'
import { streetLayers } from './street-layers.ts'

const source = (address: string) => ({
  tiles: [address],
  tileSize: 256,
  minZoom: 0,
  maxZoom: 19,
  attribution: [{ text: 'A & B', url: 'https://example.org/' }],
})
const baseMaps: BaseMaps = {
  embedded: { ...source('/api/base-map/{z}/{x}/{y}.mvt'), maxZoom: 7 },
  layers: {
    streets: source('https://streets.example/{z}/{x}/{y}.png'),
    satellite: {
      ...source('https://sky.example/{z}/{x}/{y}.jpg'),
      labels: source('https://names.example/{z}/{x}/{y}'),
    },
    terrain: null,
    terrainOnly: null,
    'esri-satellite': null,
  },
}
const choice: BaseMapChoice = {
  baseMaps,
  layer: 'satellite',
  labels: true,
  theme: 'light',
  language: 'en',
  origin: 'https://maps.example',
}

describe('the style of the base map', () => {
  it('is valid for MapLibre in both themes, with and without an online layer', () => {
    for (const theme of ['light', 'dark'] as const)
      for (const layer of ['streets', 'satellite', 'terrain', undefined] as const)
        expect(validateStyleMin(baseMapStyle({ ...choice, theme, layer }))).toEqual([])
  })

  it('draws vector tiles of streets in both themes and languages, once it is known how', () => {
    const bounds: [number, number, number, number] = [25, 54.5, 25.5, 54.8]
    const streets: OnlineLayer = { ...source('/api/streets/{z}/{x}/{y}'), format: 'protomaps', bounds }
    const vector = {
      ...choice,
      layer: 'streets' as const,
      baseMaps: { ...baseMaps, layers: { ...baseMaps.layers, streets } },
    }
    expect(hasVectorStreets(vector)).toBe(true)
    expect(hasVectorStreets(choice)).toBe(false)
    expect(Object.keys(baseMapStyle(vector).sources)).toEqual(['embedded', 'graticule'])
    for (const theme of ['light', 'dark'] as const)
      for (const language of ['en', 'lt'] as const) {
        const style = baseMapStyle({ ...vector, theme, language, streetLayers })
        expect(validateStyleMin(style)).toEqual([])
        expect(style.sources['online']).toMatchObject({
          type: 'vector',
          tiles: ['https://maps.example/api/streets/{z}/{x}/{y}'],
          bounds,
        })
        const names = style.layers.find(({ id }) => id === 'street-places')
        expect(names?.type === 'symbol' && names.layout?.['text-field']).toEqual([
          'coalesce',
          ['get', `name:${language}`],
          ['get', 'name'],
        ])
      }
  })

  it('asks a TileJSON for its tiles and zooms, and nothing beyond the area of a source', () => {
    const bounds: [number, number, number, number] = [20.9, 53.8, 26.9, 56.5]
    const tileJson = 'https://api.example/relief.json'
    const terrain: OnlineLayer = { ...source(''), tiles: [], tileJson, bounds }
    const style = baseMapStyle({
      ...choice,
      layer: 'terrain',
      baseMaps: { ...baseMaps, layers: { ...baseMaps.layers, terrain } },
    })
    expect(validateStyleMin(style)).toEqual([])
    expect(style.sources['online']).toEqual({
      type: 'raster',
      url: tileJson,
      tileSize: 256,
      bounds,
      attribution: attributionHtml(terrain.attribution),
    })
  })

  it('lays pictures over the embedded map with the opacity of their layer, labels on top', () => {
    const style = baseMapStyle(choice)
    const last = style.layers.slice(-2)
    expect(last.map((layer) => layer.id)).toEqual(['online', 'online-labels'])
    expect(last[0]?.paint).toMatchObject({ 'raster-opacity': 0.8, 'raster-fade-duration': 300 })
    expect(baseMapStyle({ ...choice, labels: false }).layers.at(-1)?.id).toBe('online')
    expect(Object.keys(baseMapStyle({ ...choice, layer: 'terrain' }).sources)).toEqual([
      'embedded',
      'graticule',
    ])
  })

  it('gives each layer its own opacity', () => {
    const every = source('https://pictures.example/{z}/{x}/{y}')
    const layers = {
      streets: every,
      satellite: every,
      terrain: every,
      terrainOnly: every,
      'esri-satellite': every,
    }
    const opacity = (layer: keyof typeof layers) =>
      baseMapStyle({ ...choice, baseMaps: { ...baseMaps, layers }, layer }).layers.find(
        ({ id }) => id === 'online',
      )?.paint
    for (const [layer, expected] of [
      ['streets', 0.9],
      ['satellite', 0.8],
      ['terrain', 0.85],
      ['esri-satellite', 0.9],
    ] as const)
      expect(opacity(layer), layer).toMatchObject({ 'raster-opacity': expected })
  })

  it('asks no other host for the embedded map, its fonts or icons', () => {
    const style = baseMapStyle({ ...choice, layer: undefined })
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
    expect(style.sources['embedded']).toMatchObject({
      tiles: ['https://maps.example/api/base-map/{z}/{x}/{y}.mvt'],
    })
  })

  it('speaks the language of the interface and names layers that exist', () => {
    const style = baseMapStyle({ ...choice, language: 'lt' })
    const named = (id: string) => JSON.stringify(style.layers.find((layer) => layer.id === id))
    expect(named('countries')).toContain('["get","lt"]')
    // Most towns bear their own name in Lithuanian too.
    expect(named('towns')).toContain('["coalesce",["get","lt"],["get","name"]]')
    const ids = style.layers.map((layer) => layer.id)
    for (const id of EMBEDDED_LABEL_LAYERS) expect(ids).toContain(id)
  })

  it('writes attributions as text that cannot carry markup', () => {
    expect(attributionHtml([{ text: '<img src=x onerror=alert(1)>', url: 'javascript:alert(1)' }])).toBe(
      '&lt;img src=x onerror=alert(1)&gt;',
    )
    expect(attributionHtml([{ text: 'Natural Earth' }, { text: 'GeoNames' }])).toBe(
      'Natural Earth | GeoNames',
    )
  })
})
