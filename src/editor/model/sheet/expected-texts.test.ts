import { expect, it } from 'vitest'
import { expectedTexts } from './expected-texts.ts'
import { readEdges } from './sheet-edges.ts'
import { NO_TEXTS } from './sheet-texts.ts'

const DEGREES = { system: 'degrees', code: '', from: 'greenwich' } as const

it('the sides of the record are those that are suggested for a sheet', () => {
  const south = expectedTexts({ sheetBounds: 'N -10 W -71.5 E -71 S -11.25' }, DEGREES)
  expect(readEdges(south, true)).toEqual({
    kind: 'edges',
    edges: { north: -10, west: -71.5, east: -71, south: -11.25 },
  })
  const texts = expectedTexts({ sheetBounds: 'N 55.5 W 179.75 E -179.875 S 55' }, DEGREES)
  expect(readEdges(texts, true)).toEqual({
    kind: 'edges',
    edges: { north: 55.5, west: 179.75, east: 180.125, south: 55 },
  })
})

it('nothing is suggested where the record says nothing, or sheets are counted in something else', () => {
  const record = { sheetBounds: 'N 55 W 24 E 25 S 54' }
  expect(expectedTexts({ sheetBounds: null }, DEGREES)).toBe(NO_TEXTS)
  expect(expectedTexts(record, { ...DEGREES, system: 'lks94' })).toBe(NO_TEXTS)
  expect(expectedTexts(record, { ...DEGREES, from: 'ferro' })).toBe(NO_TEXTS)
})
