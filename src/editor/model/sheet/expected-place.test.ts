import { expect, it } from 'vitest'
import { expectedPlace, expectedTexts } from './expected-place.ts'
import { readEdges } from './sheet-edges.ts'
import { NO_TEXTS } from './sheet-texts.ts'

const DEGREES = { system: 'degrees', code: '', from: 'greenwich' } as const
const WORLD_HALF = 20_037_508.342789244

it('a map lies where its record says, across the date line too', () => {
  const { box, point } = expectedPlace({ sheetBounds: 'N 55 W 24 E 25 S 54' })!
  expect(box!.minX).toBeCloseTo((24 / 180) * WORLD_HALF, 3)
  expect(box!.maxX).toBeCloseTo((25 / 180) * WORLD_HALF, 3)
  // EPSG:3857 northings of 54° and 55° (PROJ 9).
  expect([box!.minY, box!.maxY].map(Math.round)).toEqual([7_170_156, 7_361_866])
  expect(point[0]).toBeCloseTo((24.5 / 180) * WORLD_HALF, 3)
  const across = expectedPlace({ sheetBounds: 'N 1 W 179.5 E -179.5 S 0' })!
  expect(across.box!.maxX).toBeCloseTo((180.5 / 180) * WORLD_HALF, 3)
  expect(expectedPlace({ sheetBounds: null })).toBeNull()
})

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
