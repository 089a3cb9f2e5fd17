import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Point } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { countryName, countryOfNumericCode } from './country-names.ts'
import { cutAntimeridian } from './cut-antimeridian.ts'
import { labelPoint } from './label-point.ts'
import { projectPath } from '../project-path.ts'

/** What world-atlas says of a country. */
interface CountryProperties {
  name: string
}

/** What the file of first-level regions says of one (see data/derive-regions.mjs). */
export interface RegionProperties {
  /** English name. */
  name: string
  /** Local, German, Polish and historical names, parted by "|". */
  others?: string
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** GeoNames code, "LT.64": ties towns to their region. */
  code?: string
  /** "County", "Province", … */
  kind?: string
}

type Countries = Topology<{ countries: GeometryCollection<CountryProperties>; land: GeometryCollection }>
interface RegionFile {
  regions: Topology<{ regions: GeometryCollection<RegionProperties> }>
  waters: Topology<{
    lakes: GeometryCollection<{ name?: string; rank: number }>
    rivers: GeometryCollection<{ rank: number }>
  }>
}

type Areas<P> = FeatureCollection<MultiPolygon, P>

const require = createRequire(projectPath('package.json'))

/** Natural Earth countries with land at a scale of 1:10 or 1:50 million, from the package world-atlas (public domain). */
export function readCountries(scale: '10m' | '50m' = '10m'): Countries {
  // The package is data of a pinned version: its shape is what the type says.
  return JSON.parse(readFileSync(require.resolve(`world-atlas/countries-${scale}.json`), 'utf8')) as Countries
}

/** Natural Earth first-level regions, lakes and the great rivers: data/regions.topo.json.gz (public domain). */
export function readRegions(): RegionFile {
  const packed = readFileSync(projectPath('server', 'world', 'data', 'regions.topo.json.gz'))
  return JSON.parse(gunzipSync(packed).toString('utf8')) as RegionFile
}

/** The whole land as one feature, repeated beyond the edges of the world by `overlap` degrees. */
export function landOf(topology: Countries, overlap: number): Feature<MultiPolygon> {
  const parts = feature(topology, topology.objects.land).features.map(({ geometry }) => {
    if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon')
      throw new Error(`expected land to be areas, got ${geometry.type}`)
    return cutAntimeridian(geometry, overlap).coordinates
  })
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPolygon', coordinates: parts.flat() } }
}

/** Borders between countries, without coasts. */
export const bordersOf = (topology: Countries): MultiLineString =>
  mesh(topology, topology.objects.countries, (a, b) => a !== b)

/** Borders between first-level regions of one country. */
export const regionBordersOf = ({ regions }: RegionFile): MultiLineString =>
  mesh(
    regions,
    regions.objects.regions,
    (a, b) => a !== b && 'properties' in a && 'properties' in b && sameCountry(a.properties, b.properties),
  )

/** Whether two geometries of the region file lie in one country. */
function sameCountry(a: unknown, b: unknown): boolean {
  const country = (value: unknown) =>
    typeof value === 'object' && value !== null && 'country' in value ? value.country : undefined
  return country(a) === country(b)
}

/** Areas of the countries with the ISO 3166-1 alpha-2 code where there is one, and the English name. */
export function countryAreas(topology: Countries): Areas<{ name: string; country?: string }> {
  const { features } = feature(topology, topology.objects.countries)
  return {
    type: 'FeatureCollection',
    features: features.map((one) => {
      const country = countryOfNumericCode(one.id === undefined ? undefined : String(one.id).padStart(3, '0'))
      const name = country ? countryName(country, 'en') : one.properties.name
      return area(one, country ? { name, country } : { name })
    }),
  }
}

/** Areas of the first-level regions. */
export function regionAreas({ regions }: RegionFile): Areas<RegionProperties> {
  const { features } = feature(regions, regions.objects.regions)
  return { type: 'FeatureCollection', features: features.map((one) => area(one, one.properties)) }
}

export const lakesOf = ({ waters }: RegionFile) => feature(waters, waters.objects.lakes)
export const riversOf = ({ waters }: RegionFile) => feature(waters, waters.objects.rivers)

/** Where each country's name stands: inside its largest part, with its rank (0 = the largest countries, 9 = the smallest). */
export function countryLabels(topology: Countries): FeatureCollection<Point> {
  const features = countryAreas(topology).features.map((one): Feature<Point> => {
    const { point, squareDegrees } = labelPoint(one.geometry)
    const { name, country } = one.properties
    return {
      type: 'Feature',
      properties: {
        name,
        lt: country ? countryName(country, 'lt') : name,
        rank: Math.max(0, 9 - 1.1 * Math.log2(1 + 8 * squareDegrees)),
      },
      geometry: { type: 'Point', coordinates: point },
    }
  })
  return { type: 'FeatureCollection', features }
}

function area<P>(one: Feature, properties: P): Feature<MultiPolygon, P> {
  const { geometry } = one
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon')
    return { type: 'Feature', properties, geometry: cutAntimeridian(geometry, 0) }
  // Simplification leaves a few islets without any area.
  return { type: 'Feature', properties, geometry: { type: 'MultiPolygon', coordinates: [] } }
}
