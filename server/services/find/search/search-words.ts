import { MAX_YEAR, MIN_YEAR } from '../../../../contract/constants.ts'
import { SEARCH_WORDS_MAX } from '../../../../contract/api/find.ts'
import { foldText } from '../../../fold-text.ts'

/** Signs around a word that nobody means to look for. */
const AROUND = /^[,;:.!?()[\]{}«»„“”"'’`]+|[,;:.!?()[\]{}«»„“”"'’`]+$/gu

/** The words of a search, folded and each once: what stands in quotes is one. The first ten count. */
export function searchWords(text: string): string[] {
  const parts = text.match(/"[^"]+"|\S+/g) ?? []
  const words = parts.map((part) => foldText(part.replace(AROUND, ''))).filter((word) => word !== '')
  return [...new Set(words)].slice(0, SEARCH_WORDS_MAX)
}

/** Years that a word names: "1850", "1850-1900". */
export function yearsNamed(word: string): { first: number; last: number } | undefined {
  const [, from, to = from] = /^(\d{3,4})(?:[-–—](\d{3,4}))?$/.exec(word) ?? []
  if (from === undefined || to === undefined) return undefined
  const [first, last] = [Number(from), Number(to)]
  return first <= last && first >= MIN_YEAR && last <= MAX_YEAR ? { first, last } : undefined
}

/** What maps are called in our languages; places of these names are not meant. */
const WORDS_OF_MAPS = new Set(
  (
    'map plan chart atlas sheet survey town city road river old new the and ' +
    'zemelapis planas lapas karta schema atlasas miestas kelias upe senas naujas'
  ).split(' '),
)

/** Most words that a name of a place has here. */
const PLACE_WORDS = 3

/** A run of words that may be the name of a place: "new york". */
export interface WordRun {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Every run of words that may name a place, numbers and scraps left out. */
export function placeRuns(words: readonly string[]): WordRun[] {
  return words.flatMap((_, from) =>
    Array.from({ length: PLACE_WORDS }, (_run, more) => from + more + 1)
      .filter((to) => to <= words.length)
      .map((to) => ({ name: words.slice(from, to).join(' '), from, to }))
      .filter(({ name }) => name.length >= 3 && /\p{L}/u.test(name) && !WORDS_OF_MAPS.has(name)),
  )
}
