import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, FeatureCollection, MultiLineString } from 'geojson'
import {
  bordersOf,
  countryLabels,
  lakesOf,
  landOf,
  readCountries,
  readRegions,
  regionBordersOf,
  riversOf,
} from '../world/natural-earth.ts'
import type { Tile } from './pmtiles-write.ts'
import { readTowns, townMinZoom } from '../world/towns.ts'
import { BASE_MAP_MAX_ZOOM } from './zooms.ts'

interface Layer {
  readonly name: string
  readonly data: FeatureCollection | Feature
  readonly minZoom: number
  /** Simplification in tile units (4096 a side, 8 a CSS px); 0 for points. The deepest zoom keeps every vertex. */
  readonly tolerance: number
}

/** All tiles of the embedded base map; its layers are those that src/map/base/base-map-layers.ts draws. */
export function cutTiles(): Tile[] {
  const countries = readCountries()
  const regions = readRegions()
  const layers: Layer[] = [
    { name: 'land', data: landOf(countries, 20), minZoom: 0, tolerance: 6 },
    { name: 'lakes', data: lakesOf(regions), minZoom: 2, tolerance: 6 },
    { name: 'rivers', data: riversOf(regions), minZoom: 3, tolerance: 6 },
    { name: 'borders', data: line(bordersOf(countries)), minZoom: 0, tolerance: 6 },
    { name: 'regions', data: line(regionBordersOf(regions)), minZoom: 4, tolerance: 6 },
    { name: 'countries', data: countryLabels(countries), minZoom: 0, tolerance: 0 },
  ]
  const cutters = layers.map((layer) => ({ ...layer, cut: cutter(layer.data, layer.tolerance) }))
  const towns = townCutters()
  const tiles: Tile[] = []
  const visit = (z: number, x: number, y: number) => {
    const found: Record<string, GeoJSONVTTile> = {}
    let reaches = false
    for (const { name, minZoom, cut } of cutters) {
      const tile = cut.getTile(z, x, y)
      if (!tile || tile.features.length === 0) continue
      reaches = true
      if (z >= minZoom) found[name] = tile
    }
    const ofTowns = towns[z]?.getTile(z, x, y)
    if (ofTowns && ofTowns.features.length > 0) found['towns'] = ofTowns
    if (Object.keys(found).length > 0)
      tiles.push({ z, x, y, data: fromGeojsonVt(found, { version: 2, extent: 4096 }) })
    if (!reaches || z === BASE_MAP_MAX_ZOOM) return
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      visit(z + 1, 2 * x + dx, 2 * y + dy)
  }
  visit(0, 0, 0)
  return tiles
}

/** One index a zoom, because geojson-vt keeps every point at every zoom. */
function townCutters(): (GeoJSONVT | undefined)[] {
  const features = readTowns().map((town): { minZoom: number; feature: Feature } => ({
    minZoom: townMinZoom(town),
    feature: {
      type: 'Feature',
      properties: {
        name: town.name,
        ...(town.lithuanianName && { lt: town.lithuanianName }),
        population: town.population,
        kind: town.featureCode === 'PPLC' ? 'capital' : town.featureCode === 'PPLA' ? 'seat' : 'town',
      },
      geometry: { type: 'Point', coordinates: [...town.loc.coordinates] },
    },
  }))
  return Array.from({ length: BASE_MAP_MAX_ZOOM + 1 }, (_, z) => {
    const shown = features.filter((one) => one.minZoom <= z).map((one) => one.feature)
    return shown.length === 0 ? undefined : cutter({ type: 'FeatureCollection', features: shown }, 0)
  })
}

const cutter = (data: FeatureCollection | Feature, tolerance: number): GeoJSONVT =>
  new GeoJSONVT(data, {
    maxZoom: BASE_MAP_MAX_ZOOM,
    indexMaxZoom: 0,
    indexMaxPoints: 0,
    tolerance,
    extent: 4096,
    buffer: 128,
    // The land comes with its own repetition beyond the edges; wrapping would show where it ends.
    wrap: false,
  })

const line = (geometry: MultiLineString): Feature => ({ type: 'Feature', properties: {}, geometry })
