import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DESKTOP_FROM_EM, JUST_UNDER_EM, SHORT_UNDER_EM } from './use-is-mobile.ts'

const SOURCES = new URL('../', import.meta.url)

/** What every style asks of the window's size, with its file. */
const ASKED = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .flatMap((file) =>
    [...readFileSync(new URL(file, SOURCES), 'utf8').matchAll(/@(?:media|container)([^{]*)\{/g)].flatMap(
      ([, query = '']) =>
        [...query.matchAll(/\((m\w+)-(width|height):\s*([\d.]+)(\w+)\)/g)].map(
          ([, end, side, size, unit]) => ({ file, end, side, size: Number(size), unit }),
        ),
    ),
  )

it('asks for the size of the window in em everywhere, so that large letters count', () => {
  expect(ASKED.length).toBeGreaterThan(20)
  expect(ASKED.filter(({ unit }) => unit !== 'em')).toEqual([])
})

it('begins the mobile layout and that of a low window where the scripts do', () => {
  const nearest = { width: DESKTOP_FROM_EM, height: SHORT_UNDER_EM }
  for (const { side, size, ...asked } of ASKED) {
    const begins = nearest[side as 'width' | 'height']
    const meant = asked.end === 'max' ? begins - JUST_UNDER_EM : begins
    // Within 2 em of it no other layout begins: such a size is this one, mistyped.
    if (Math.abs(size - begins) < 2) expect({ ...asked, size }).toEqual({ ...asked, size: meant })
  }
  expect(new Set(ASKED.map(({ side }) => side))).toEqual(new Set(['width', 'height']))
})
