import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import Papa from 'papaparse'
import { bareName, COLUMN_NAMES } from '../../gcp-files/column-names.ts'
import { decodeText } from '../../gcp-files/decode-text.ts'
import { excerpt } from '../../gcp-files/gcp-file.ts'
import { isObject } from '../../gcp-files/json-values.ts'
import { decimalCommaIn, readNumber } from '../../gcp-files/table.ts'
import type { NamedPlace } from '../../lettering/propose/gazetteer.ts'
import { UsageError } from './warp-arguments.ts'

/** Places that a list may have beside the towns of the world. */
export const MOST_NAMES = 200_000
const MOST_BYTES = 100_000_000

/**
 * Reads a list of places: CSV with a header, or GeoJSON points.
 *
 * @throws UsageError that names the file, and the row or feature at fault
 */
export async function readNamesFile(path: string): Promise<NamedPlace[]> {
  const name = basename(path)
  let text: string
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw new UsageError(`it has ${size} bytes, and at most ${MOST_BYTES} are read`)
    text = decodeText(await readFile(path)).replace(/^\uFEFF/, '')
  } catch (error) {
    throw new UsageError(
      `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
  try {
    return namedPlaces(text)
  } catch (error) {
    throw new UsageError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The places of a text. @throws Error with what is wrong in which row or feature */
export function namedPlaces(text: string): NamedPlace[] {
  const places = text.trimStart().startsWith('{') ? placesOfGeoJson(text) : placesOfTable(text)
  if (places.length === 0) throw new Error('it names no place')
  if (places.length > MOST_NAMES)
    throw new Error(`it names ${places.length} places, and at most ${MOST_NAMES} are read`)
  return places
}

const NAME_COLUMNS = ['name', 'title', 'label', 'placename', 'toponym']
const OTHER_NAMES = ['othernames', 'names', 'altnames', 'alternatenames']

function placesOfTable(text: string): NamedPlace[] {
  const { data } = Papa.parse<string[]>(text, {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
  })
  const [head = [], ...rows] = data
  const bare = head.map(bareName)
  const column = (what: string, known: readonly string[]): number => {
    const at = bare.findIndex((name) => known.includes(name))
    if (at < 0) throw new Error(`it has no column ${what}; its columns are ${excerpt(head.join(', '))}`)
    return at
  }
  const [name, lon, lat] = [
    column('name', NAME_COLUMNS),
    column('lon', COLUMN_NAMES.lon),
    column('lat', COLUMN_NAMES.lat),
  ]
  const others = bare.findIndex((one) => OTHER_NAMES.includes(one))
  const decimals = decimalCommaIn(rows.flatMap((cells) => [cells[lon] ?? '', cells[lat] ?? '']))
  const number = (cell: string | undefined, field: string): number =>
    readNumber(cell?.trim(), 0, field, decimals)
  return rows.map((cells, at) =>
    inPlace(`row ${at + 2}`, () =>
      placeOf(
        cells[name]?.trim() ?? '',
        number(cells[lon], 'lon'),
        number(cells[lat], 'lat'),
        cells[others]?.split('|') ?? [],
      ),
    ),
  )
}

function placesOfGeoJson(text: string): NamedPlace[] {
  const read: unknown = JSON.parse(text)
  if (!isObject(read) || read.type !== 'FeatureCollection' || !Array.isArray(read.features))
    throw new Error('it is no GeoJSON FeatureCollection')
  return read.features.map((feature: unknown, at) =>
    inPlace(`feature ${at + 1}`, () => {
      const geometry = isObject(feature) ? feature.geometry : undefined
      const properties = isObject(feature) ? feature.properties : undefined
      if (!isObject(geometry) || geometry.type !== 'Point' || !Array.isArray(geometry.coordinates))
        throw new Error('it is no Point')
      const [lon, lat] = geometry.coordinates as unknown[]
      if (typeof lon !== 'number' || typeof lat !== 'number')
        throw new Error('its coordinates are no numbers')
      const named = isObject(properties) ? properties : {}
      const name = typeof named.name === 'string' ? named.name.trim() : ''
      const others = typeof named.other_names === 'string' ? named.other_names.split('|') : []
      return placeOf(name, lon, lat, others)
    }),
  )
}

function placeOf(name: string, lon: number, lat: number, others: readonly string[]): NamedPlace {
  if (name === '') throw new Error('it has no name')
  if (!(Math.abs(lon) <= 180 && Math.abs(lat) <= 90))
    throw new Error(`${lon}, ${lat} are no degrees of longitude and latitude`)
  const otherNames = others.map((one) => one.trim()).filter((one) => one !== '')
  return { name, lon, lat, ...(otherNames.length > 0 && { otherNames }) }
}

function inPlace<T>(place: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}
