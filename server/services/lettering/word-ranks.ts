import { editDistance, lettersWrong } from '../find/search/edit-distance.ts'

/** What parts of a word, and each wrong letter of the text, make of its certainty. */
const [PART_OF_LABEL, PART_OF_WORD, WRONG_LETTER] = [0.95, 0.9, 1.5]

/**
 * How much a folded text may be meant by another, 0 to 1: all of the label, whole words of it, part of a word, or words
 * with few letters wrong. 0: not at all.
 */
export function likeness(sought: string, folded: string): number {
  if (folded === sought) return 1
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  if (` ${words.join(' ')} `.includes(` ${sought} `)) return PART_OF_LABEL
  if (folded.includes(sought)) return PART_OF_WORD
  const count = sought.split(' ').length
  const distances = words.map((_, at) => editDistance(sought, words.slice(at, at + count).join(' ')))
  const least = Math.min(...distances)
  return least <= lettersWrong(sought.length) ? Math.max(0, 1 - (WRONG_LETTER * least) / sought.length) : 0
}

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
