import { atom } from 'jotai'
import type { ImagePoint } from '../../../contract/control-points.ts'

/** A place of the scan that somebody was led to, as a word that was searched for; it is marked until they go on. */
export const shownSpotAtom = atom<ImagePoint | null>(null)

/** The spot that an address names, "x,y" in pixels of the scan; null: none. */
export function spotOf(text: string | undefined): ImagePoint | null {
  const [, x, y] = /^(\d{1,7}(?:\.\d{1,3})?),(\d{1,7}(?:\.\d{1,3})?)$/.exec(text ?? '') ?? []
  return x === undefined || y === undefined ? null : [Number(x), Number(y)]
}
