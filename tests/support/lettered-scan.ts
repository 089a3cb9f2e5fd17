import sharp from 'sharp'
import type { ScanUpload } from './api.ts'

/** Letters of straight strokes in a box of 4 by 6, so that no font has to be installed. */
const STROKES: Readonly<Record<string, string>> = {
  A: 'M0 6L2 0L4 6M0.8 4H3.2',
  E: 'M4 0H0V6H4M0 3H3',
  I: 'M2 0V6',
  K: 'M0 0V6M4 0L0 3.4M1.2 2.6L4 6',
  L: 'M0 0V6H4',
  M: 'M0 6V0L2 4L4 0V6',
  N: 'M0 6V0L4 6V0',
  T: 'M0 0H4M2 0V6',
  V: 'M0 0L2 6L4 0',
}
const [ADVANCE, UNIT] = [5.6, 5]

export interface LetteredWord {
  readonly text: string
  /** Upper left corner [px]. */
  readonly x: number
  readonly y: number
}

/** Middle of a word and its size as drawn [px]. */
export const boxOf = ({ text, x, y }: LetteredWord) => {
  const width = (text.length * ADVANCE - 1.6) * UNIT
  return { x: x + width / 2, y: y + 3 * UNIT, width, height: 6 * UNIT }
}

/** A white scan with words on it that the installed models read. */
export async function letteredScan(
  width: number,
  height: number,
  words: readonly LetteredWord[],
): Promise<ScanUpload> {
  const paths = words.flatMap(({ text, x, y }) =>
    Array.from(text).map(
      (letter, at) =>
        `<path transform="translate(${x + at * ADVANCE * UNIT} ${y}) scale(${UNIT})" d="${STROKES[letter]!}"/>`,
    ),
  )
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="white"/>
    <g stroke="black" stroke-width="0.75" fill="none">${paths.join('')}</g></svg>`
  return { content: await sharp(Buffer.from(drawing)).png().toBuffer(), fileName: 'lettered.png' }
}
