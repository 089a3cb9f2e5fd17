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

  it('are asked of a WMS by box, and of a WMTS by matrix, row and column', () => {
    const layers = {
      streets: {
        wms: { url: 'https://wms.example/service?map=old', layers: 'plan,streets' },
        attribution: 'City',
        bounds: [20.9, 53.8, 26.9, 56.5],
      },
      satellite: {
        wmts: { url: 'https://wmts.example/kvp', layer: 'photos', matrixSet: 'EPSG:3857' },
        attribution: 'State',
        labels: {
          wmts: { url: 'https://rest.example/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png' },
          attribution: 'State',
        },
      },
      terrain: { wms: { url: 'https://old.example/wms', layers: 'dem', version: '1.1.1' }, attribution: '' },
    }
    const baseMaps = baseMapsSchema.parse(readBaseMaps({ BASEMAPS: JSON.stringify(layers) }))
    const { streets, satellite, terrain } = baseMaps.layers
    expect(streets?.bounds).toEqual([20.9, 53.8, 26.9, 56.5])
    expect(streets?.tiles).toEqual([
      'https://wms.example/service?map=old&SERVICE=WMS&REQUEST=GetMap&VERSION=1.3.0&LAYERS=plan%2Cstreets&STYLES=' +
        '&CRS=EPSG%3A3857&FORMAT=image%2Fpng&TRANSPARENT=TRUE&WIDTH=256&HEIGHT=256&BBOX={bbox-epsg-3857}',
    ])
    expect(satellite?.tiles).toEqual([
      'https://wmts.example/kvp?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=photos&STYLE=default' +
        '&TILEMATRIXSET=EPSG%3A3857&FORMAT=image%2Fpng&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}',
    ])
    expect(satellite?.labels?.tiles).toEqual([
      'https://rest.example/default/GoogleMapsCompatible/{z}/{y}/{x}.png',
    ])
    expect(terrain?.tiles[0]).toContain('VERSION=1.1.1&LAYERS=dem&STYLES=&SRS=EPSG%3A3857')
    expect(tileHosts(baseMaps)).toContain('https://wms.example')
    expect(tileHosts(baseMaps)).toContain('https://rest.example')
  })

  it('are asked of a TileJSON, have names, and come in the order that they are named in', () => {
    const layers = {
      terrain: {
        tileJson: 'https://api.example/relief.json?key=1',
        hosts: ['https://a.tiles.example', 'https://b.tiles.example/'],
        name: 'Relief of 1936',
        attribution: 'State',
      },
      satellite: null,
      streets: {
        tiles: 'https://own.example/{z}/{x}/{y}.png',
        name: { en: 'City plan', lt: 'Miesto planas' },
        attribution: 'City',
      },
    }
    const baseMaps = baseMapsSchema.parse(readBaseMaps({ BASEMAPS: JSON.stringify(layers) }))
    expect(baseMaps.order).toEqual(['terrain', 'streets', 'satellite', 'terrainOnly', 'esri-satellite'])
    expect(baseMaps.layers.terrain).toMatchObject({
      tiles: [],
      tileJson: layers.terrain.tileJson,
      name: { en: 'Relief of 1936', lt: 'Relief of 1936' },
    })
    expect(baseMaps.layers.streets?.name).toEqual(layers.streets.name)
    for (const host of ['https://api.example', 'https://a.tiles.example', 'https://b.tiles.example'])
      expect(tileHosts(baseMaps)).toContain(host)
  })

  it('refuse a malformed setting, saying where', () => {
    expect(() => readBaseMaps({ BASEMAPS: '{' })).toThrow('BASEMAPS is no JSON')
    const bad = (streets: unknown) => () => readBaseMaps({ BASEMAPS: JSON.stringify({ streets }) })
    expect(bad({ tiles: 'https://a.example/1.png', attribution: '' })).toThrow('BASEMAPS at streets.tiles')
    expect(bad({ tiles: 'file:///{z}/{x}/{y}', attribution: '' })).toThrow('BASEMAPS at streets.tiles')
    const wms = { url: 'https://wms.example', layers: 'a' }
    const tiles = 'https://a.example/{z}/{x}/{y}.png'
    expect(bad({ tiles, wms, attribution: '' })).toThrow(
      'BASEMAPS at streets: expected one of tiles, tileJson, wms and wmts',
    )
    expect(bad({ attribution: '' })).toThrow(
      'BASEMAPS at streets: expected one of tiles, tileJson, wms and wmts',
    )
    expect(bad({ wms: { url: 'https://wms.example' }, attribution: '' })).toThrow(
      'BASEMAPS at streets.wms.layers',
    )
    expect(bad({ wmts: { url: 'https://a.example/{z}' }, attribution: '' })).toThrow(
      'BASEMAPS at streets.wmts.url',
    )
    expect(bad({ tiles, attribution: '', bounds: [27, 53, 21, 56] })).toThrow('BASEMAPS at streets.bounds')
    expect(bad({ tiles, attribution: '', hosts: ['https://a.example/b'] })).toThrow(
      'BASEMAPS at streets.hosts',
    )
    expect(bad({ tiles, attribution: '', name: { en: 'Plan' } })).toThrow('BASEMAPS at streets.name')
    expect(() => readBaseMaps({ BASEMAPS: '{"roads": null}' })).toThrow('BASEMAPS')
  })
})
