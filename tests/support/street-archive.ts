import { GeoJSONVT, type GeoJSONVTTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, Geometry, Position } from 'geojson'
import { encodePmtiles, type Tile } from '../../server/base-map/pmtiles-write.ts'

/** Where the drawn town lies: west, south, east, north in degrees. */
export const TOWN_BOUNDS = [25.2, 54.6, 25.4, 54.75] as const
/** What stands where in it, as longitude and latitude. */
export const TOWN_PLACES = {
  highway: [25.3, 54.64],
  lake: [25.25, 54.7],
  park: [25.35, 54.7],
} as const satisfies Record<string, Position>

const MIN_ZOOM = 4
const MAX_ZOOM = 13
const EXTENT = 4096

const feature = (geometry: Geometry, properties: Record<string, unknown>): Feature => ({
  type: 'Feature',
  properties,
  geometry,
})

function square([lon, lat]: Position, half: number, properties: Record<string, unknown>): Feature {
  const [w, s, e, n] = [lon! - half, lat! - half / 2, lon! + half, lat! + half / 2]
  return feature({ type: 'Polygon', coordinates: [[[w, s], [e, s], [e, n], [w, n], [w, s]]] }, properties) // prettier-ignore
}

const road = (from: Position, to: Position, properties: Record<string, unknown>): Feature =>
  feature({ type: 'LineString', coordinates: [from, to] }, properties)

/** A drawn town with a highway, streets, a lake, a park, houses and a name in two languages, by layers of the schema. */
function layersOf(): Record<string, Feature[]> {
  const [west, south, east, north] = TOWN_BOUNDS
  const middle: Position = [(west + east) / 2, (south + north) / 2]
  return {
    earth: [square(middle, (east - west) / 2, { kind: 'earth' })],
    landuse: [square(TOWN_PLACES.park, 0.02, { kind: 'park' })],
    water: [square(TOWN_PLACES.lake, 0.02, { kind: 'lake' })],
    buildings: [square([25.28, 54.66], 0.001, { kind: 'building' })],
    roads: [
      road([25.3, south], [25.3, north], { kind: 'highway', kind_detail: 'motorway', name: 'Plentas' }),
      road([west, 54.65], [east, 54.65], { kind: 'major_road', name: 'Gatvė', 'name:en': 'Street' }),
      road([west, 54.66], [east, 54.66], { kind: 'minor_road', name: 'Skersgatvis' }),
    ],
    places: [
      feature(
        { type: 'Point', coordinates: [25.32, 54.68] },
        { kind: 'locality', name: 'Wilno', 'name:lt': 'Vilnius', 'name:en': 'Vilna', population: 600_000 },
      ),
    ],
  }
}

/** A PMTiles archive of vector tiles in the schema of Protomaps' base map, version 4, of one drawn town. */
export function drawnStreets(): Buffer {
  const layers = Object.entries(layersOf()).map(([name, features]) => ({
    name,
    cut: new GeoJSONVT(
      { type: 'FeatureCollection', features },
      { maxZoom: MAX_ZOOM, indexMaxZoom: 0, indexMaxPoints: 0, tolerance: 0, extent: EXTENT, buffer: 128 },
    ),
  }))
  const tiles: Tile[] = []
  const visit = (z: number, x: number, y: number) => {
    const found: Record<string, GeoJSONVTTile> = {}
    for (const { name, cut } of layers) {
      const tile = cut.getTile(z, x, y)
      if (tile && tile.features.length > 0) found[name] = tile
    }
    if (Object.keys(found).length === 0) return
    if (z >= MIN_ZOOM) tiles.push({ z, x, y, data: fromGeojsonVt(found, { version: 2, extent: EXTENT }) })
    if (z === MAX_ZOOM) return
    for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]] as const) visit(z + 1, 2 * x + dx, 2 * y + dy) // prettier-ignore
  }
  visit(0, 0, 0)
  const metadata = {
    attribution: '© The town',
    vector_layers: layers.map(({ name }) => ({ id: name, fields: {} })),
  }
  return encodePmtiles(tiles, metadata, TOWN_BOUNDS)
}
