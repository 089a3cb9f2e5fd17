import { MAX_ORIGIN_LENGTH } from '../constants.ts'
import type { PointOrigin } from '../control-points.ts'

/** What cannot be stored: U+0000 and lone surrogates. */
const UNSTORABLE = /\0|\p{Surrogate}/gu

/** The origin of a point by the word and the name, cut to what is stored; undefined unless both are texts. */
export function pointOrigin(read: unknown, name: unknown): PointOrigin | undefined {
  const [word, place] = [cut(read), cut(name)]
  return word && place ? { read: word, name: place } : undefined
}

/** Whether two points have the same origin, or neither has one. */
export function sameOrigin(a: PointOrigin | undefined, b: PointOrigin | undefined): boolean {
  return a?.read === b?.read && a?.name === b?.name
}

function cut(text: unknown): string {
  if (typeof text !== 'string') return ''
  // No code point takes more than two units: of a long text the end is never looked at.
  const start = text.slice(0, 2 * MAX_ORIGIN_LENGTH).replace(UNSTORABLE, '')
  return Array.from(start).slice(0, MAX_ORIGIN_LENGTH).join('').trim()
}
