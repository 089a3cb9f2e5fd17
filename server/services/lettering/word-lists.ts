import { MAX_WORD_LENGTH, MAX_WORDS, type ScanWord } from '../../../contract/api/lettering.ts'
import { isStorable } from '../../../contract/rules/text.ts'
import type { Lettering, Word } from '../../../lettering/words.ts'
import type { StoredWord } from '../../db/queries/scan-words.ts'

/** A tenth of a pixel, and a thousandth of certainty: finer than what is read. */
const TENTHS = 10
const THOUSANDTHS = 1_000

const rounded = (value: number, steps: number) => Math.round(value * steps) / steps

/** A word as a model has read it, to be stored; undefined where its text cannot be. */
function readWord(word: Word): StoredWord | undefined {
  const text = Array.from(word.text.trim()).slice(0, MAX_WORD_LENGTH).join('').trim()
  if (text === '' || !isStorable(text)) return undefined
  return {
    x: rounded(word.x, TENTHS),
    y: rounded(word.y, TENTHS),
    width: rounded(word.width, TENTHS),
    height: rounded(word.height, TENTHS),
    angle: rounded(word.angle, TENTHS),
    text,
    certainty: Math.min(1, Math.max(0, rounded(word.certainty, THOUSANDTHS))),
    by: 'model',
    alternatives: word.alternatives
      .filter((other) => isStorable(other.text))
      .map((other) => ({ text: other.text, certainty: rounded(other.certainty, THOUSANDTHS) })),
  }
}

/**
 * The words of a new reading beside those that persons have stored, which stay: what was read at the same place gives
 * way. Of too many the surest.
 */
export function withReading({ words }: Lettering, stored: readonly StoredWord[]): StoredWord[] {
  const corrected = stored.filter(({ by }) => by === 'person')
  const read = words
    .map(readWord)
    .filter((word) => word !== undefined)
    .filter((word) => !corrected.some((other) => holds(other, word) || holds(word, other)))
  const room = MAX_WORDS - corrected.length
  if (read.length <= room) return [...corrected, ...read]
  return [...corrected, ...read.toSorted((a, b) => b.certainty - a.certainty).slice(0, room)]
}

/** Whether the middle of a word lies in the box of another. */
function holds(box: StoredWord, { x, y }: StoredWord): boolean {
  const turn = (box.angle * Math.PI) / 180
  const [dx, dy] = [x - box.x, y - box.y]
  const along = dx * Math.cos(turn) + dy * Math.sin(turn)
  const across = dy * Math.cos(turn) - dx * Math.sin(turn)
  return Math.abs(along) <= box.width / 2 && Math.abs(across) <= box.height / 2
}

const identityOf = ({ x, y, width, height, angle, text }: ScanWord) =>
  [x, y, width, height, angle, text].join(' ')

/**
 * The words as a person has sent them. The model's are those that are stored as such and were left as they are; what
 * was changed or added, whatever it claims, is the person's and certain.
 */
export function withCorrections(
  given: readonly ScanWord[],
  stored: readonly StoredWord[],
): readonly StoredWord[] {
  const read = new Map(
    stored.filter(({ by }) => by === 'model').map((word) => [identityOf(word), word] as const),
  )
  return given.map(
    (word) => read.get(identityOf(word)) ?? { ...word, certainty: 1, by: 'person', alternatives: [] },
  )
}

/** The field of the first word that does not lie on the scan; undefined where all do. */
export function fieldOutside(
  words: readonly ScanWord[],
  scan: { readonly width: number; readonly height: number },
): string | undefined {
  const longest = Math.hypot(scan.width, scan.height)
  for (const [at, word] of words.entries()) {
    const wrong = (
      [
        ['x', word.x >= 0 && word.x <= scan.width],
        ['y', word.y >= 0 && word.y <= scan.height],
        ['width', word.width <= longest],
        ['height', word.height <= longest],
      ] as const
    ).find(([, isRight]) => !isRight)
    if (wrong) return `words.${at}.${wrong[0]}`
  }
  return undefined
}
