import { foldName, wordsOf } from './fold.ts'
import { MAX_NAME_LENGTH, similarity } from './similarity.ts'

/** A place with a name, in degrees of WGS 84. */
export interface NamedPlace {
  readonly name: string
  readonly otherNames?: readonly string[]
  readonly lon: number
  readonly lat: number
  readonly population?: number
}

/** A place whose name is like a reading. */
export interface NameMatch {
  /** Index of the place in the gazetteer. */
  readonly place: number
  /** 0 to 1. */
  readonly similarity: number
}

/** Places that can be searched by names that are read with mistakes. Made once by `indexPlaces`. */
export interface Gazetteer {
  readonly size: number
  readonly names: readonly string[]
  /** Degrees; index of the place. */
  readonly lon: Float64Array
  readonly lat: Float64Array
  readonly population: Float64Array
  /** Unit vectors of the places [x0, y0, z0, x1, …]. */
  readonly vectors: Float64Array
  /** The places for which `accepts` holds, to be searched alone. */
  region(accepts: (place: number) => boolean): Region
}

/** Places of a gazetteer that are searched together. */
export interface Region {
  /** Number of places. */
  readonly size: number
  /**
   * Places with a name like a reading (as folded): the most alike first, then the most populous, at most `limit`.
   * `found` counts all that are alike.
   */
  search(folded: string, atLeast: number, limit: number): { matches: NameMatch[]; found: number }
}

/** Most places that a gazetteer takes. */
export const MAX_PLACES = 500_000
/** Other names of one place beyond this are left out. */
const MAX_NAMES = 40
/** Shortest folded name. */
export const MIN_NAME_LENGTH = 3
/** What a match with one word of a name is worth ("Seckingen" of "Bad Säckingen"). */
const PART_WORTH = 0.9
/** Shortest folded word of a name that is matched alone. */
const MIN_PART_LENGTH = 5
/** A word of more places than these is a common one, of a river or a saint, and matches none of them alone. */
const MAX_PART_PLACES = 3

/** Indexes places by the trigrams of their folded names. Throws a RangeError for too many places. */
export function indexPlaces(places: Iterable<NamedPlace>): Gazetteer {
  const collected: NamedPlace[] = []
  for (const place of places) {
    if (collected.length === MAX_PLACES)
      throw new RangeError(`a gazetteer takes ${MAX_PLACES} places at most`)
    collected.push(place)
  }
  const common = commonParts(collected)
  const nameIds = new Map<string, number>()
  const linkNames: number[] = []
  const linkPlaces: number[] = []
  const linkWorths: number[] = []
  for (const [index, place] of collected.entries())
    for (const [folded, worth] of foldedNames(place, common)) {
      let id = nameIds.get(folded)
      if (id === undefined) nameIds.set(folded, (id = nameIds.size))
      linkNames.push(id)
      linkPlaces.push(index)
      linkWorths.push(worth)
    }
  const names = [...nameIds.keys()]
  const links = group(linkNames, names.length)
  const places32 = Int32Array.from(links.order, (link) => linkPlaces[link]!)
  const worths = Float32Array.from(links.order, (link) => linkWorths[link]!)
  const trigrams = indexTrigrams(names)
  const population = Float64Array.from(collected, (place) => place.population ?? 0)
  // One counter a name, cleared after each search: searches do not run at the same time.
  const shared = new Uint8Array(names.length)

  const region = (accepts: (place: number) => boolean): Region => {
    const inside = Uint8Array.from(collected, (_, index) => (accepts(index) ? 1 : 0))
    const searched = new Uint8Array(names.length)
    for (let id = 0; id < names.length; id += 1)
      for (let link = links.starts[id]!; link < links.starts[id + 1]!; link += 1)
        if (inside[places32[link]!]) searched[id] = 1
    return {
      size: inside.reduce((sum, one) => sum + one, 0),
      search: (folded, atLeast, limit) => {
        const best = new Map<number, number>()
        for (const id of similarNames(folded, atLeast, trigrams, names, shared, searched)) {
          const alike = similarity(folded, names[id]!, atLeast)
          if (alike === 0) continue
          for (let link = links.starts[id]!; link < links.starts[id + 1]!; link += 1) {
            const place = places32[link]!
            const worth = alike * worths[link]!
            if (inside[place] && worth >= atLeast - 1e-6 && worth > (best.get(place) ?? 0))
              best.set(place, worth)
          }
        }
        const matches = [...best].map(([place, alike]) => ({ place, similarity: alike }))
        matches.sort(
          (a, b) =>
            b.similarity - a.similarity || population[b.place]! - population[a.place]! || a.place - b.place,
        )
        return { matches: matches.slice(0, limit), found: matches.length }
      },
    }
  }
  const lon = Float64Array.from(collected, (place) => place.lon)
  const lat = Float64Array.from(collected, (place) => place.lat)
  return {
    size: collected.length,
    names: collected.map((place) => place.name),
    lon,
    lat,
    population,
    vectors: unitVectors(lon, lat),
    region,
  }
}

/** The folded names of a place and the words of them that are matched alone, with what a match is worth. */
function foldedNames(place: NamedPlace, common: ReadonlySet<string>): Map<string, number> {
  const worths = new Map<string, number>()
  for (const part of partsOf(place)) if (!common.has(part)) worths.set(part, PART_WORTH)
  for (const name of namesOf(place)) {
    const folded = foldName(name)
    if (folded.length >= MIN_NAME_LENGTH && folded.length <= MAX_NAME_LENGTH) worths.set(folded, 1)
  }
  return worths
}

function namesOf({ name, otherNames }: NamedPlace): readonly string[] {
  return otherNames ? [name, ...otherNames.slice(0, MAX_NAMES)] : [name]
}

/** Folded words of a place's names that are long enough to be matched alone. */
function partsOf(place: NamedPlace): Set<string> {
  const parts = namesOf(place)
    .flatMap((name) => wordsOf(name))
    .map((word) => foldName(word))
  return new Set(parts.filter(({ length }) => length >= MIN_PART_LENGTH && length <= MAX_NAME_LENGTH))
}

function commonParts(places: readonly NamedPlace[]): Set<string> {
  const counts = new Map<string, number>()
  for (const place of places) for (const part of partsOf(place)) counts.set(part, (counts.get(part) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > MAX_PART_PLACES).map(([part]) => part))
}

interface Trigrams {
  readonly ids: ReadonlyMap<string, number>
  readonly starts: Int32Array
  /** Names that have a trigram, from its start to the next. */
  readonly names: Int32Array
}

function trigramsOf(folded: string): Set<string> {
  const padded = `^${folded}$`
  const trigrams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3))
  return trigrams
}

function indexTrigrams(names: readonly string[]): Trigrams {
  const ids = new Map<string, number>()
  const keys: number[] = []
  const owners: number[] = []
  for (const [owner, name] of names.entries())
    for (const trigram of trigramsOf(name)) {
      let id = ids.get(trigram)
      if (id === undefined) ids.set(trigram, (id = ids.size))
      keys.push(id)
      owners.push(owner)
    }
  const { starts, order } = group(keys, ids.size)
  return { ids, starts, names: Int32Array.from(order, (at) => owners[at]!) }
}

/** Orders indices by their key: those of key k are order[starts[k]] to order[starts[k + 1] - 1]. */
function group(keys: readonly number[], count: number): { starts: Int32Array; order: Int32Array } {
  const starts = new Int32Array(count + 1)
  for (const key of keys) starts[key + 1]! += 1
  for (let key = 0; key < count; key += 1) starts[key + 1]! += starts[key]!
  const next = starts.slice()
  const order = new Int32Array(keys.length)
  for (const [index, key] of keys.entries()) order[next[key]!++] = index
  return { starts, order }
}

/** Names that share so many trigrams with a reading that they may be alike enough. */
function similarNames(
  folded: string,
  atLeast: number,
  trigrams: Trigrams,
  names: readonly string[],
  shared: Uint8Array,
  searched: Uint8Array,
): number[] {
  const wanted = trigramsOf(folded)
  const touched: number[] = []
  const most = (1 - atLeast) * folded.length
  for (const trigram of wanted) {
    const id = trigrams.ids.get(trigram)
    if (id === undefined) continue
    for (let at = trigrams.starts[id]!; at < trigrams.starts[id + 1]!; at += 1) {
      const name = trigrams.names[at]!
      if (!searched[name]) continue
      if (shared[name] === 0) touched.push(name)
      shared[name]! += 1
    }
  }
  // One edit changes three trigrams at most.
  const needed = Math.max(1, wanted.size - 3 * Math.ceil(most - 1e-9))
  const similar = touched.filter(
    (name) => shared[name]! >= needed && Math.abs(names[name]!.length - folded.length) <= most + 1.5,
  )
  for (const name of touched) shared[name] = 0
  return similar
}

function unitVectors(lon: Float64Array, lat: Float64Array): Float64Array {
  const vectors = new Float64Array(lon.length * 3)
  for (let index = 0; index < lon.length; index += 1) {
    const longitude = (lon[index]! * Math.PI) / 180
    const latitude = (lat[index]! * Math.PI) / 180
    vectors[index * 3] = Math.cos(latitude) * Math.cos(longitude)
    vectors[index * 3 + 1] = Math.cos(latitude) * Math.sin(longitude)
    vectors[index * 3 + 2] = Math.sin(latitude)
  }
  return vectors
}
