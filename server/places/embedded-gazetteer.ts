import { foldText } from '../fold-text.ts'
import type { Database } from '../db/database.ts'
import { type PlaceRow, fillGazetteer, findPlaces, gazetteerRelease } from '../db/queries/gazetteer.ts'
import type { Place } from '../../contract/api/places.ts'
import { countryCodeOf, countryName } from '../world/country-names.ts'
import { gazetteerReleaseOfSources, gazetteerRows } from './gazetteer-rows.ts'
import type { Geocoder, PlaceSearch } from './geocoder.ts'
import { disambiguatePlaces } from './disambiguate-places.ts'
import { regionNameIn, regionPartIn } from '../world/region-names.ts'
import { otherNamesOf } from '../world/town-names.ts'

/** Rows that are asked for beside those that are wanted. */
const SPARE_ROWS = 3

export interface Gazetteer extends Geocoder {
  /** Fills the gazetteer where that has not been done; rejects where it cannot be. */
  prepare(): Promise<void>
  /** Whether that has been done; asking does not do it. */
  isFilled(): Promise<boolean>
  /** The places that a text names or resembles, the best first. */
  named(text: string, language: string, limit: number): Promise<Place[]>
}

/**
 * Search in our own gazetteer; the first search of an instance fills it, which takes some seconds.
 *
 * @param stopping gives up filling it
 */
export function embeddedGazetteer(db: Database, stopping: AbortSignal): Gazetteer {
  let filled: Promise<void> | undefined
  let isKnownFilled = false
  const ensureFilled = () => {
    filled ??= fill(db, stopping).catch((error: unknown) => {
      filled = undefined
      throw error
    })
    return filled
  }
  const search = async (asked: PlaceSearch) => {
    await ensureFilled()
    const { name, countries, region } = readQuery(asked)
    const rows = await findPlaces(db, {
      folded: name,
      // Some may be there twice.
      limit: asked.limit + SPARE_ROWS,
      countries,
      region,
      viewbox: asked.viewbox,
      bounded: asked.bounded,
      withBoundary: asked.boundaries,
    })
    const places = rows.map((row) => placeOf(row, asked, name))
    return disambiguatePlaces(places, asked.language).slice(0, asked.limit)
  }
  return {
    prepare: ensureFilled,
    isFilled: async () => {
      isKnownFilled ||= (await gazetteerRelease(db)) === gazetteerReleaseOfSources()
      return isKnownFilled
    },
    search,
    named: (text, language, limit) =>
      search({
        text,
        limit,
        language: /^[a-z]{2}/i.exec(language)?.[0].toLowerCase() ?? 'en',
        boundaries: false,
        countries: [],
        viewbox: undefined,
        bounded: false,
      }),
  }
}

async function fill(db: Database, stopping: AbortSignal): Promise<void> {
  const release = gazetteerReleaseOfSources()
  if ((await gazetteerRelease(db)) === release) return
  await fillGazetteer(db, release, async function* () {
    for await (const rows of gazetteerRows()) {
      stopping.throwIfAborted()
      yield rows
    }
  })
}

/** "Kaunas, Lithuania" is a name and a country; "Springfield, Illinois" a name and a region. */
function readQuery({ text, countries }: PlaceSearch) {
  const [name = '', ...rest] = text.split(',').map(foldText)
  const last = rest.at(-1)
  const country = last === undefined || countries.length > 0 ? undefined : countryCodeOf(last)
  const region = rest.filter((part) => part !== '' && !(country && part === last))[0]
  return { name, countries: country ? [country] : countries, region }
}

/** How far a town reaches around its middle, in degrees of latitude: a guess from its population. */
const townRadius = (population: number) => Math.min(0.15, Math.max(0.01, Math.sqrt(population) * 0.00022))

/** "Klaipėda (Memel)" where that is how it was asked for; `asked` is folded. */
function nameAsAsked(row: PlaceRow, asked: string): string {
  if (foldText(row.name).startsWith(asked) || row.kind === 'country' || row.kind === 'region') return row.name
  const others = otherNamesOf(row).map((other) => ({ other, folded: foldText(other) }))
  const meant =
    others.find(({ folded }) => folded === asked) ?? others.find(({ folded }) => folded.startsWith(asked))
  return meant ? `${row.name} (${meant.other})` : row.name
}

function placeOf(row: PlaceRow, { language, boundaries }: PlaceSearch, asked: string): Place {
  const inCountry = row.country === 'ZZ' ? undefined : countryName(row.country, language)
  const name =
    row.kind === 'country' && inCountry
      ? inCountry
      : row.kind === 'region'
        ? regionNameIn(row.name, row.country, language)
        : nameAsAsked(row, asked)
  const region =
    row.region === null || row.region === row.name ? null : regionPartIn(row.region, row.country, language)
  const parts = row.kind === 'country' ? [name] : [name, region, inCountry]
  const reach = townRadius(row.population)
  const wide = reach / Math.max(0.1, Math.cos((row.lat * Math.PI) / 180))
  const box = [
    row.south ?? row.lat - reach,
    row.north ?? row.lat + reach,
    row.west ?? row.lon - wide,
    row.east ?? row.lon + wide,
  ].map((degrees) => degrees.toFixed(5))
  return {
    display_name: parts.filter((part) => part !== null && part !== undefined).join(', '),
    lat: row.lat.toFixed(5),
    lon: row.lon.toFixed(5),
    boundingbox: [box[0]!, box[1]!, box[2]!, box[3]!],
    ...(boundaries && row.boundary ? { geojson: JSON.parse(row.boundary) as Place['geojson'] } : {}),
    place_type: row.kind === 'capital' || row.kind === 'seat' ? 'city' : row.kind,
    osm_type: null,
    importance: importanceOf(row),
    class: row.kind === 'country' || row.kind === 'region' ? 'boundary' : 'place',
  }
}

function importanceOf({ kind, population }: PlaceRow): number {
  if (kind === 'country') return 0.9
  if (kind === 'region') return 0.6
  return Math.round(Math.min(0.85, 0.2 + 0.09 * Math.log10(population + 1)) * 1000) / 1000
}
