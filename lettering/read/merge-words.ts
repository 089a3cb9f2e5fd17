import type { Word } from '../words.ts'
import { sharedArea } from './oriented-box.ts'

/** A box of which so much is inside another shows the same label or a part of it. */
const INSIDE = 0.6
/** Boxes of one label share so much of the area that both cover, and the longer one is little longer. */
const SAME_PLACE = 0.3
const SAME_WIDTH = 1.3
const MOST_ALTERNATIVES = 5

/** How much a reading is worth beside another of the same place: long ones read surely beat pieces of them. */
const worth = ({ text, certainty }: Word): number => certainty * certainty * Math.log2(1 + text.length)

/**
 * One word a label, of readings in several tiles, scales and turns: the best one stands, what others read differently
 * there becomes its alternatives, and pieces of it go.
 */
export function mergeWords(read: readonly Word[]): Word[] {
  const words: Word[] = []
  const cells = new NearWords()
  for (const word of read.toSorted((a, b) => worth(b) - worth(a))) {
    const same = cells.near(word).find(({ at }) => overlapOf(word, words[at]!).inside >= INSIDE)
    if (!same) {
      cells.add(word, words.length)
      words.push(word)
    } else if (isSameLabel(word, words[same.at]!)) words[same.at] = withAlternatives(words[same.at]!, word)
  }
  return words
}

function isSameLabel(a: Word, b: Word): boolean {
  const ratio = Math.max(a.width, b.width) / Math.min(a.width, b.width)
  return ratio <= SAME_WIDTH && overlapOf(a, b).shared >= SAME_PLACE
}

/** What two boxes share of the area of both, and of the smaller one. */
export function overlapOf(a: Word, b: Word): { readonly shared: number; readonly inside: number } {
  const area = sharedArea(a, b)
  const [first, second] = [a.width * a.height, b.width * b.height]
  return { shared: area / (first + second - area), inside: area / Math.min(first, second) }
}

function withAlternatives(word: Word, other: Word): Word {
  const best = new Map<string, number>()
  for (const { text, certainty } of [...word.alternatives, other, ...other.alternatives])
    if (text !== word.text) best.set(text, Math.max(certainty, best.get(text) ?? 0))
  const alternatives = [...best]
    .map(([text, certainty]) => ({ text, certainty }))
    .toSorted((a, b) => b.certainty - a.certainty)
    .slice(0, MOST_ALTERNATIVES)
  return { ...word, alternatives }
}

const CELL = 128

/** Finds the words near a place without looking at all of them. */
export class NearWords {
  readonly #cells = new Map<string, { readonly at: number; readonly word: Word }[]>()

  add(word: Word, at: number): void {
    for (const key of keysOf(word)) {
      const cell = this.#cells.get(key)
      if (cell) cell.push({ at, word })
      else this.#cells.set(key, [{ at, word }])
    }
  }

  near(word: Word): readonly { readonly at: number; readonly word: Word }[] {
    return keysOf(word).flatMap((key) => this.#cells.get(key) ?? [])
  }
}

/** The cells that a circle around the word touches. */
function keysOf({ x, y, width, height }: Word): string[] {
  const reach = Math.hypot(width, height) / 2
  const keys: string[] = []
  for (let column = Math.floor((x - reach) / CELL); column <= Math.floor((x + reach) / CELL); column++)
    for (let row = Math.floor((y - reach) / CELL); row <= Math.floor((y + reach) / CELL); row++)
      keys.push(`${column} ${row}`)
  return keys
}
