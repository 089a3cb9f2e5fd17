import { describe, expect, it } from 'vitest'
import { baseMapsSchema } from '../../contract/base-map.ts'
import { readBaseMaps, tileHosts } from './base-map-config.ts'

describe('the base maps of an instance', () => {
  it('are the five layers with their attributions where nothing is set', () => {
    const baseMaps = baseMapsSchema.parse(readBaseMaps({}))
    for (const layer of Object.values(baseMaps.layers)) expect(layer?.attribution.length).toBeGreaterThan(0)
    expect(baseMaps.layers.satellite?.labels).toBeDefined()
    expect(baseMaps.layers['esri-satellite']?.labels).toBeDefined()
    expect(tileHosts(baseMaps)).toEqual([
      'https://services.arcgisonline.com',
      'https://tile.openstreetmap.org',
      'https://tile.opentopomap.org',
      'https://tiles.maps.eox.at',
    ])
  })

  it('take what BASEMAPS names and leave the rest', () => {
    const own = { tiles: 'https://own.example/{z}/{x}/{y}.png', attribution: 'City archive', maxZoom: 21 }
    const baseMaps = readBaseMaps({ BASEMAPS: JSON.stringify({ streets: own, satellite: null }) })
    expect(baseMaps.layers.streets).toEqual({
      tiles: [own.tiles],
      tileSize: 256,
      minZoom: 0,
      maxZoom: 21,
      attribution: [{ text: 'City archive' }],
    })
    expect(baseMaps.layers.satellite).toBeNull()
    expect(baseMaps.layers.terrain?.tiles[0]).toContain('opentopomap')
    expect(tileHosts(baseMaps)).toContain('https://own.example')
    expect(tileHosts(baseMaps)).not.toContain('https://tiles.maps.eox.at')
  })

  it('are the embedded map alone with BASEMAPS=null', () => {
    const baseMaps = readBaseMaps({ BASEMAPS: 'null' })
    expect(Object.values(baseMaps.layers)).toEqual([null, null, null, null, null])
    expect(tileHosts(baseMaps)).toEqual([])
  })

  it('refuse a malformed setting, saying where', () => {
    expect(() => readBaseMaps({ BASEMAPS: '{' })).toThrow('BASEMAPS is no JSON')
    const bad = (streets: unknown) => () => readBaseMaps({ BASEMAPS: JSON.stringify({ streets }) })
    expect(bad({ tiles: 'https://a.example/1.png', attribution: '' })).toThrow('BASEMAPS at streets.tiles')
    expect(bad({ tiles: 'file:///{z}/{x}/{y}', attribution: '' })).toThrow('BASEMAPS at streets.tiles')
    expect(() => readBaseMaps({ BASEMAPS: '{"roads": null}' })).toThrow('BASEMAPS')
  })
})
