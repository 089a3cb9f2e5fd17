import { editDistance, lettersWrong } from '../find/search/edit-distance.ts'

/** What parts of a label or of a word, and each wrong letter of the text, make of a word's certainty. */
const [PART_OF_LABEL, PART_OF_WORD, WRONG_LETTER] = [0.95, 0.9, 1.5]
/** Of longer texts and labels no letters are counted: that takes the product of their lengths. */
const [MOST_LETTERS, MOST_WORDS, MOST_LETTERS_OF_LABEL] = [100, 5, 400]

/**
 * How much a folded text may be meant by another, 0 to 1: all of the label, whole words of it, part of a word, or words
 * with few letters wrong. 0: not at all.
 */
export function likeness(sought: string, folded: string): number {
  if (folded === sought) return 1
  const words = wordsOf(folded)
  if (` ${words.join(' ')} `.includes(` ${sought} `)) return PART_OF_LABEL
  if (folded.includes(sought)) return PART_OF_WORD
  const count = sought.split(' ').length
  if (sought.length > MOST_LETTERS || count > MOST_WORDS) return 0
  const most = lettersWrong(sought.length)
  const near = words
    .map((_, at) => words.slice(at, at + count).join(' '))
    .filter(({ length }) => Math.abs(length - sought.length) <= most)
  const least = Math.min(...near.map((other) => editDistance(sought, other)))
  return least <= most ? Math.max(0, 1 - (WRONG_LETTER * least) / sought.length) : 0
}

const wordsOf = (folded: string) =>
  folded
    .slice(0, MOST_LETTERS_OF_LABEL)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Words that a folded text may mean, what is surest to be meant first. */
export function rankWords<Word extends { readonly folded: string; readonly certainty: number }>(
  sought: string,
  words: readonly Word[],
): Word[] {
  return words
    .map((word) => ({ word, rank: likeness(sought, word.folded) * word.certainty }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ word }) => word)
}
