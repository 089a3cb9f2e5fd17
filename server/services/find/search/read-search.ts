import type { Database } from '../../../db/database.ts'
import {
  isFoundAnywhere,
  isFoundByAll,
  placesNamed,
  usersNamed,
  wordsLike,
  wordsSeen,
} from '../../../db/queries/search-facts.ts'
import type { Sought, SoughtWord } from '../../../db/queries/sought-words.ts'
import { foldText } from '../../../fold-text.ts'
import { LoadingCache } from '../../cache/loading-cache.ts'
import type { PlaceNames } from './place-names.ts'
import { editDistance, lettersWrong } from './edit-distance.ts'
import { placeRuns, searchWords, yearsNamed } from './search-words.ts'

export interface SearchDeps {
  readonly db: Database
  readonly places: PlaceNames
}

/** Words that may stand for one that was found nowhere. */
const NEAR_WORDS = 6
/** How long what a text meant stays true: lists, timeline and tiles of one search ask for it together. */
const CACHED = { max: 500, ttlOf: () => 5_000 }

/** What a text means to everyone. */
interface PlainMeaning {
  readonly sought: Sought
  readonly words: readonly string[]
  /** Whether a map has it that everyone may see. */
  readonly isFound: boolean
}

/** Finds out what searches mean, and remembers it for the moment. */
export class SearchReader {
  readonly #deps: SearchDeps
  readonly #plain = new LoadingCache<PlainMeaning | undefined>(CACHED)
  readonly #toViewers = new LoadingCache<Sought>(CACHED)

  constructor(deps: SearchDeps) {
    this.#deps = deps
  }

  /** What a text means to a viewer; undefined where it says nothing. */
  async read(viewerId: string, text: string | undefined): Promise<Sought | undefined> {
    if (text === undefined) return undefined
    const plain = await this.#plain.get(text, () => plainMeaning(this.#deps, text))
    if (!plain || plain.isFound) return plain?.sought
    return this.#toViewers.get(`${viewerId} ${text}`, () => meaningTo(this.#deps, viewerId, plain))
  }
}

async function plainMeaning(deps: SearchDeps, text: string): Promise<PlainMeaning | undefined> {
  const words = searchWords(text)
  if (words.length === 0) return undefined
  const sought: Sought = {
    phrase: foldText(text.replaceAll('"', ' ')),
    words: await meanings(
      deps,
      words.map((word) => [word]),
    ),
    isNear: false,
  }
  return { sought, words, isFound: await isFoundByAll(deps.db, sought) }
}

/** Of a text that no map has which everyone may see: the viewer's own may have it, or words like it are meant. */
async function meaningTo(
  deps: SearchDeps,
  viewerId: string,
  { sought, words }: PlainMeaning,
): Promise<Sought> {
  if (await isFoundAnywhere(deps.db, viewerId, sought)) return sought
  const { phrase } = sought
  const near = await Promise.all(words.map((word) => wordsNear(deps.db, viewerId, word)))
  if (near.every((others, at) => others.length === 1 && others[0] === words[at])) return sought
  return { phrase, words: await meanings(deps, near), isNear: true }
}

/** @param words each with the texts that may stand for it, the likest first */
async function meanings(
  { db, places: placeNames }: SearchDeps,
  words: readonly (readonly string[])[],
): Promise<SoughtWord[]> {
  const runs = placeRuns(words.map(([likest = '']) => likest))
  const names = [...new Set(words.flat())].filter((name) => name.length >= 3)
  // What opens a search box fills the gazetteer; until that is done words alone find.
  const hasPlaces = await placeNames.isFilled()
  const [places, owners] = await Promise.all([
    placesNamed(db, hasPlaces ? [...new Set(runs.map(({ name }) => name))] : []),
    usersNamed(db, names),
  ])
  return words.map((texts, at) => ({
    texts,
    ownerIds: [...new Set(texts.flatMap((one) => owners.get(one) ?? []))],
    places: runs
      .filter(({ from, to }) => from <= at && at < to)
      .flatMap(({ name }) => places.get(name) ?? []),
    years: yearsNamed(texts[0] ?? ''),
  }))
}

/**
 * The words that a misspelt one may mean, the likest first; the word itself where none is like it. Only words of maps that
 * the viewer may see: a word that others keep to themselves neither stands in nor keeps another from it.
 */
async function wordsNear(db: Database, viewerId: string, word: string): Promise<readonly string[]> {
  const most = lettersWrong(word.length)
  if (most === 0 || !/^\p{L}[\p{L}\p{N}]*$/u.test(word)) return [word]
  const near = (await wordsLike(db, word))
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
  const found: typeof near = []
  // Each is looked for among all maps: the likest first, and more only while too few are seen.
  for (let [from, count] = [0, NEAR_WORDS]; from < near.length && found.length < NEAR_WORDS;) {
    const [best] = found
    const some = near
      .slice(from, from + count)
      .filter(({ distance }) => best === undefined || distance <= best.distance + 1)
    if (some.length === 0) break
    const seen = new Set(
      await wordsSeen(
        db,
        viewerId,
        some.map(({ other }) => other),
      ),
    )
    found.push(...some.filter(({ other }) => seen.has(other)))
    ;[from, count] = [from + count, count * 4]
  }
  const least = found[0]?.distance ?? 0
  const words = found.filter(({ distance }) => distance <= least + 1).map(({ other }) => other)
  return words.length > 0 ? words.slice(0, NEAR_WORDS) : [word]
}
