import type { Place } from '../../contract/api/places.ts'
import type { MapPoint } from '../../contract/control-points.ts'
import type { MapBox } from '../geometry/camera.ts'
import { lonLatToMercator } from '../geometry/mercator.ts'
import type { Rings } from '../../workers/warp/warp-api.ts'

/** A place that was found, as the base map shows it. */
export interface FoundPlace {
  readonly name: string
  readonly point: MapPoint
  /** What to fit into view; null: go to the point. */
  readonly box: MapBox | null
  /** The zoom level at which an area of its kind is seen: a region, a country. Null: it is a town, or something smaller. */
  readonly areaLevel: number | null
  /** Outline in EPSG:3857 metres; null where none was asked for or there is none. */
  readonly boundary: Rings | null
}

/** By the words of the geocoders for kinds of places. */
const AREA_LEVELS: Readonly<Record<string, number | undefined>> = {
  country: 5,
  state: 7,
  region: 8,
  province: 8,
  county: 8,
}

/** No such area is narrower, EPSG:3857 metres. */
const LEAST_AREA_METRES = 15_000

/** A place of the geocoder in the units of the map; null where its coordinates are none. */
export function foundPlace(place: Place): FoundPlace | null {
  const [lon, lat] = [Number(place.lon), Number(place.lat)]
  if (!isOnEarth(lon, lat)) return null
  const [south = NaN, north = NaN, west = NaN, east = NaN] = place.boundingbox.map(Number)
  const hasBox = isOnEarth(west, south) && isOnEarth(east, north) && west < east && south < north
  const box = hasBox ? boxOf(toMap(west, south), toMap(east, north)) : null
  const areaLevel = AREA_LEVELS[place.place_type] ?? null
  return {
    name: place.display_name,
    point: toMap(lon, lat),
    // About an area whose extent is not known there is a box as of a town.
    box: box && areaLevel !== null && box.maxX - box.minX < LEAST_AREA_METRES ? null : box,
    areaLevel,
    boundary: place.geojson ? ringsOf(place.geojson) : null,
  }
}

/** A place given by its coordinates. @param areaLevel - the zoom level of coordinates that leave an area open. */
export const placeAt = (
  name: string,
  lon: number,
  lat: number,
  areaLevel: number | null = null,
): FoundPlace => ({
  name,
  point: toMap(lon, lat),
  box: null,
  areaLevel,
  boundary: null,
})

const isOnEarth = (lon: number, lat: number) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90

const toMap = (lon: number, lat: number): MapPoint => lonLatToMercator(lon, lat)

const boxOf = (a: MapPoint, b: MapPoint): MapBox => ({ minX: a[0], minY: a[1], maxX: b[0], maxY: b[1] })

/** Outlines of an area, rings closed by whoever draws them; null for anything else. */
function ringsOf(geojson: Record<string, unknown>): Rings | null {
  const polygons =
    geojson['type'] === 'Polygon'
      ? [geojson['coordinates']]
      : geojson['type'] === 'MultiPolygon'
        ? geojson['coordinates']
        : undefined
  if (!Array.isArray(polygons)) return null
  const coordinates: number[] = []
  const ringEnds: number[] = []
  for (const ring of polygons.flat(1) as unknown[]) {
    if (!Array.isArray(ring)) return null
    // GeoJSON repeats the first point at the end.
    for (const position of ring.slice(0, -1) as unknown[]) {
      if (!Array.isArray(position)) return null
      const [lon, lat] = position.map(Number)
      if (lon === undefined || lat === undefined || !isOnEarth(lon, lat)) return null
      coordinates.push(...toMap(lon, lat))
    }
    ringEnds.push(coordinates.length / 2)
  }
  return ringEnds.length === 0
    ? null
    : { coordinates: Float64Array.from(coordinates), ringEnds: Uint32Array.from(ringEnds) }
}
