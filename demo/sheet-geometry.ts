import type { MultiPolygon, Polygon, Position } from 'geojson'
import { merge } from 'topojson-client'
import { labelPoint } from '../server/world/label-point.ts'
import {
  type RegionProperties,
  lakesOf,
  landOf,
  readCountries,
  readRegions,
  regionAreas,
} from '../server/world/natural-earth.ts'
import { type Pixel, toSheet } from './projection.ts'
import { thinned } from './svg-path.ts'

/** What is drawn: the sheet with a good margin, in degrees [west, south, east, north]. */
const WINDOW = [17, 52.2, 30.5, 59.4] as const

/** The lands of the sheet, named in Latin, as they lay about 1820. */
export const PROVINCES = [
  'Borussia',
  'Samogitia',
  'Lithuania',
  'Polonia',
  'Curonia',
  'Livonia',
  'Russia Alba',
] as const
export type Province = (typeof PROVINCES)[number]

/** Countries of today that reach onto the sheet. */
const COUNTRIES = new Set(['LT', 'LV', 'EE', 'PL', 'BY', 'RU'])

export interface SheetGeometry {
  /** Outlines of land and of lakes, on the sheet. */
  readonly land: Pixel[][]
  readonly lakes: Pixel[][]
  readonly provinces: ReadonlyMap<Province, Pixel[][]>
  /** Whether a point on the sheet is land, within two pixels. */
  isLand(px: number, py: number): boolean
}

export function sheetGeometry(): SheetGeometry {
  const regions = readRegions()
  const land = onSheet(landOf(readCountries(), 0).geometry)
  const lakes = lakesOf(regions).features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? onSheet(geometry) : [],
  )
  const { geometries } = regions.regions.objects.regions
  const provinceOf = regionAreas(regions).features.map(({ properties, geometry }) =>
    COUNTRIES.has(properties.country ?? '') ? provinceAt(properties, geometry) : undefined,
  )
  const provinces = new Map<Province, Pixel[][]>()
  for (const province of PROVINCES) {
    const members = geometries.filter((_, i) => provinceOf[i] === province)
    const areas = members.filter((one) => one.type === 'Polygon' || one.type === 'MultiPolygon')
    provinces.set(province, onSheet(merge(regions.regions, areas)))
  }
  const coarseLand = land.map((ring) => thinned(ring, 2))
  return { land, lakes, provinces, isLand: (px, py) => isInside(coarseLand, px, py) }
}

/** Whether a point lies inside an odd number of outlines. */
export function isInside(rings: readonly (readonly Pixel[])[], px: number, py: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [ax, ay] = ring[j]!
      const [bx, by] = ring[i]!
      if (ay > py !== by > py && px < ((ax - bx) * (py - by)) / (ay - by) + bx) inside = !inside
    }
  return inside
}

/** The land of 1820 that a region of today lies in; undefined off the sheet. */
function provinceAt(region: RegionProperties, geometry: Polygon | MultiPolygon): Province | undefined {
  const { point } = labelPoint(geometry)
  const [lon, lat] = point
  if (lon < WINDOW[0] || lat < WINDOW[1] || lon > WINDOW[2] + 3 || lat > WINDOW[3]) return undefined
  switch (region.country) {
    case 'LT':
      if (/Marijampol/.test(region.name)) return 'Polonia'
      return lon < 23.5 && lat > 55.1 ? 'Samogitia' : 'Lithuania'
    case 'PL':
      return lat > 53.4 && lon < 22.5 ? 'Borussia' : 'Polonia'
    case 'LV':
      if (lon > 26.3) return 'Russia Alba'
      return southOfDaugava(lon, lat) ? 'Curonia' : 'Livonia'
    case 'EE':
      return 'Livonia'
    case 'BY':
      return lon < 26 && lat < 54.6 ? 'Lithuania' : 'Russia Alba'
    case 'RU':
      return lon < 23 ? 'Borussia' : 'Russia Alba'
    default:
      return undefined
  }
}

/** The river runs from (26.5°, 55.9°) by (25.2°, 56.6°) to Riga (24.05°, 57°). */
function southOfDaugava(lon: number, lat: number): boolean {
  if (lon < 24.05) return lat < 57.8
  return lat < 57 - (lon - 24.05) * 0.43
}

function onSheet(area: Polygon | MultiPolygon): Pixel[][] {
  const polygons = area.type === 'Polygon' ? [area.coordinates] : area.coordinates
  return polygons
    .flat()
    .map(clipToWindow)
    .filter((ring) => ring.length > 2)
    .map((ring) => ring.map(([lon = 0, lat = 0]) => toSheet(lon, lat)))
}

/** The part of a ring within the window (Sutherland and Hodgman, side by side). */
function clipToWindow(ring: readonly Position[]): Position[] {
  const [west, south, east, north] = WINDOW
  const sides: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, west, 1],
    [1, south, 1],
    [0, east, -1],
    [1, north, -1],
  ]
  let result = [...ring]
  for (const [axis, limit, sign] of sides) {
    const next: Position[] = []
    result.forEach((point, i) => {
      const last = result[(i + result.length - 1) % result.length]!
      const before = (last[axis]! - limit) * sign
      const now = (point[axis]! - limit) * sign
      if (before < 0 !== now < 0) {
        const share = before / (before - now)
        next.push([last[0]! + share * (point[0]! - last[0]!), last[1]! + share * (point[1]! - last[1]!)])
      }
      if (now >= 0) next.push(point)
    })
    result = next
  }
  return result
}
