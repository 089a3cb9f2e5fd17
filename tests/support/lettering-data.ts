import { readFileSync } from 'node:fs'
import type { Lettering } from '../../lettering/words.ts'
import { sharedData } from './shared-data.ts'

interface ReadBox {
  readonly cx: number
  readonly cy: number
  readonly w: number
  readonly h: number
  readonly a: number
  readonly t?: string
  readonly p?: number
  readonly t_v4?: string
  readonly p_v4?: number
  readonly alt?: readonly { readonly t: string; readonly p: number }[]
}

/** Words that small models read from a real or drawn map: the best readings, or those of the reader that npm has. */
export function readLettering(name: string, reader: 'best' | 'v4'): Lettering {
  const { size, boxes } = JSON.parse(readFileSync(sharedData('lettering', `${name}.json`), 'utf8')) as {
    size: [number, number]
    boxes: ReadBox[]
  }
  return {
    width: size[0],
    height: size[1],
    words: boxes.flatMap((box) => {
      const text = reader === 'best' ? box.t : box.t_v4
      if (!text) return []
      return {
        x: box.cx,
        y: box.cy,
        width: box.w,
        height: box.h,
        angle: box.a,
        text,
        certainty: (reader === 'best' ? box.p : box.p_v4) ?? 0,
        alternatives: reader === 'best' ? (box.alt ?? []).map(({ t, p }) => ({ text: t, certainty: p })) : [],
      }
    }),
  }
}
