import { type ExploredMaps, EXPLORED_PAGE, MOST_EXPLORED_PLACES } from '../../../contract/api/explore.ts'
import { type FoundMap, findQuery } from '../../../contract/api/find.ts'
import type { LinkedMap } from '../../../contract/api/linked-catalog.ts'
import type { Corners } from '../../../contract/api/map-record.ts'
import type { Place } from '../../../contract/api/places.ts'
import { mapPointOf, MAX_LATITUDE } from '../../../contract/web-mercator.ts'
import { FairQueue } from '../transform/fair-queue.ts'
import type { Find } from './open-find.ts'
import type { PlaceNames } from './search/place-names.ts'
import { within } from './search/within.ts'

/** The owner of no map: what is found for them is what is public. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
/** Searches without an account that run at a time, and those of one address that wait. */
const [AT_ONCE, MOST_WAITING] = [2, 8]
/** How long a page waits for places while the gazetteer is being filled, in milliseconds. */
const PLACES_MS = 1_000

interface Explored {
  readonly q?: string | undefined
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly view?: Corners | undefined
  readonly cursor?: string | undefined
  readonly 'accept-language'?: string | undefined
}

interface PublicMapListsDeps {
  readonly find: Find
  readonly gazetteer: PlaceNames
  readonly stopping: AbortSignal
}

/** Lists public maps without an account: a few searches at a time, addresses taking turns. */
export class PublicMapLists {
  readonly #queue = new FairQueue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
  readonly #deps: PublicMapListsDeps

  constructor(deps: PublicMapListsDeps) {
    this.#deps = deps
  }

  /** @throws Refusal 400 of a forged cursor; 429 where too many searches of the address wait */
  page(address: string, asked: Explored): Promise<ExploredMaps> {
    return this.#queue.run(address, () => this.#find(asked), this.#deps.stopping)
  }

  async #find({ 'accept-language': language = 'en', ...asked }: Explored): Promise<ExploredMaps> {
    const { find } = this.#deps
    // Places first: the search that fills the gazetteer can already find maps by them.
    const places = asked.cursor === undefined ? await this.#placesNamed(asked.q, language) : []
    const query = { ...findQuery.parse({}), ...asked, limit: EXPLORED_PAGE }
    const { items, total, inView, isNear, next } = await find.maps(NOBODY, query)
    return {
      items: items.flatMap(shown),
      total,
      ...(inView !== undefined && { inView }),
      ...(isNear !== undefined && { isNear }),
      places,
      next,
    }
  }

  async #placesNamed(text: string | undefined, language: string): Promise<ExploredMaps['places']> {
    const name = text?.trim() ?? ''
    if (name.length < 2) return []
    const places = this.#deps.gazetteer.named(name, language, MOST_EXPLORED_PLACES)
    return (await within(places, PLACES_MS, [])).map((place) => ({
      name: place.display_name,
      corners: cornersOf(place),
    }))
  }
}

function cornersOf({ boundingbox }: Place): Corners {
  const [south, north, west, east] = boundingbox.map(Number) as [number, number, number, number]
  const pointOf = (lon: number, lat: number) =>
    mapPointOf(lon, Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, lat)))
  // An area over the date line ends west of where it begins.
  const [[minX, minY], [maxX, maxY]] = [pointOf(west, south), pointOf(east < west ? east + 360 : east, north)]
  return { minX, minY, maxX, maxY }
}

/** Of a map that is found no more than anyone may know. */
function shown(map: FoundMap): LinkedMap[] {
  if ('hidden' in map) return []
  const { id, titles, years, creator, basePath, corners } = map
  return [{ id, title: titles.title, years, creator, basePath, corners }]
}
