import { MAX_WORD_LENGTH, type ScanWord } from '../../../../../contract/api/lettering.ts'
import type { ImagePoint } from '../../../../../contract/control-points.ts'
import type { ScanSize } from '../../../model/scan-edge.ts'

const isSame = (a: ScanWord, b: ScanWord) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height && a.text === b.text

/** The words with another text in the place of one; null: that word is not among them any more. */
export function withText(words: readonly ScanWord[], word: ScanWord, text: string): ScanWord[] | null {
  return changed(words, word, [{ ...word, text: text.trim(), by: 'person', certainty: 1 }])
}

/** The words without one; null: it is not among them any more. */
export const withoutWord = (words: readonly ScanWord[], word: ScanWord): ScanWord[] | null =>
  changed(words, word, [])

function changed(words: readonly ScanWord[], word: ScanWord, by: readonly ScanWord[]): ScanWord[] | null {
  const at = words.findIndex((one) => isSame(one, word))
  return at < 0 ? null : [...words.slice(0, at), ...by, ...words.slice(at + 1)]
}

/** A text that may be stored of a word. */
export const isWordText = (text: string): boolean =>
  text.trim() !== '' && Array.from(text.trim()).length <= MAX_WORD_LENGTH

/** Letters are about so wide for their height. */
const LETTER_SHAPE = 0.6
/** How high letters are of a scan without words, as a share of its longer side. */
const PLAIN_HEIGHT = 0.01

/** A word that a person writes at a place of the scan, about as large as its other words. */
export function wordAt(
  [x, y]: ImagePoint,
  text: string,
  words: readonly ScanWord[],
  scan: ScanSize,
): ScanWord {
  const heights = words.map((word) => word.height).sort((a, b) => a - b)
  const height = heights[Math.floor(heights.length / 2)] ?? Math.max(scan.width, scan.height) * PLAIN_HEIGHT
  const written = text.trim()
  const width = Math.min(scan.width, Array.from(written).length * height * LETTER_SHAPE)
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return {
    x: within(x, scan.width),
    y: within(y, scan.height),
    width,
    height,
    angle: 0,
    text: written,
    certainty: 1,
    by: 'person',
  }
}
