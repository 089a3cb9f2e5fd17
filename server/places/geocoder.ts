import type { Place } from '../../contract/api/places.ts'
import { foldText } from '../fold-text.ts'
import { kilometresBetween, SAME_TOWN_KM } from '../world/town-names.ts'

/** What is looked for, in words that every source of places understands. */
export interface PlaceSearch {
  readonly text: string
  readonly limit: number
  readonly boundaries: boolean
  /** Alpha-2 codes in upper case; empty: everywhere. */
  readonly countries: readonly string[]
  /** west, south, east, north in degrees. */
  readonly viewbox: readonly [number, number, number, number] | undefined
  /** Whether only places within the viewbox are wanted. */
  readonly bounded: boolean
  /** Language of names, where the source has it. */
  readonly language: string
}

/** A source of places. It throws where it cannot answer. */
export interface Geocoder {
  search(asked: PlaceSearch, signal: AbortSignal): Promise<Place[]>
}

/** The names of this server and those of a service elsewhere. */
export interface PlaceSources {
  /** What this server knows itself, at once. */
  readonly own: Geocoder
  /** The same first, then what the service adds; where that does not answer, what this server knows. */
  readonly all: Geocoder
}

/** Joins both sources. A list of `all` begins with that of `own` wherever the names of that begin as what is looked for. */
export function placeSources(
  embedded: Geocoder,
  outside: Geocoder | undefined,
  onFailure: (error: unknown) => void,
): PlaceSources {
  const answerOf = async (source: Geocoder, asked: PlaceSearch, signal: AbortSignal) => {
    try {
      return await source.search(asked, signal)
    } catch (error) {
      if (signal.aborted) throw error
      onFailure(error)
      return []
    }
  }
  const own: Geocoder = { search: (asked, signal) => answerOf(embedded, asked, signal) }
  if (!outside) return { own, all: own }
  return {
    own: {
      async search(asked, signal) {
        const known = await own.search(asked, signal)
        const sure = sureOf(known, asked)
        return (sure.length > 0 ? sure : known).slice(0, leadOf(asked))
      },
    },
    all: {
      async search(asked, signal) {
        const [known, added] = await Promise.all([
          own.search(asked, signal),
          answerOf(outside, asked, signal),
        ])
        if (added.length === 0) return known
        const lead = sureOf(known, asked).slice(0, leadOf(asked))
        // The service may know an outline that was asked for.
        const led = lead.map((place) => added.find((other) => other.geojson && isSame(place, other)) ?? place)
        return [...led, ...added.filter((other) => lead.every((place) => !isSame(place, other)))].slice(
          0,
          asked.limit,
        )
      },
    },
  }
}

/** So many of a list are this server's own: streets and villages, which others know, have room beneath. */
const leadOf = ({ limit }: PlaceSearch) => Math.ceil(limit / 2)

const firstName = (text: string) => foldText(text.split(',')[0] ?? '')

/** The places whose name begins as what is looked for: others are guesses, which a service may know better. */
const sureOf = (places: readonly Place[], { text }: PlaceSearch) =>
  places.filter((place) => firstName(place.display_name).startsWith(firstName(text)))

const isSame = (one: Place, other: Place) =>
  firstName(one.display_name) === firstName(other.display_name) &&
  kilometresBetween({ lat: Number(one.lat), lon: Number(one.lon) }, [Number(other.lon), Number(other.lat)]) <=
    SAME_TOWN_KM
