import { expect, it } from 'vitest'
import { readSheetBounds, writeSheetBounds } from './sheet-bounds.ts'

it('sides of a sheet are written and read again, across the date line too', () => {
  for (const bounds of [
    { north: 55.5, west: 24, east: 25.333333, south: 55 },
    { north: -10, west: 179.5, east: -179.5, south: -11 },
  ])
    expect(readSheetBounds(writeSheetBounds(bounds))).toEqual(bounds)
  expect(writeSheetBounds({ north: 1 / 3, west: -0.5, east: 25, south: -0 })).toBe(
    'N 0.333333 W -0.5 E 25 S 0',
  )
})

it('sides that are not on Earth, or have nothing between them, are refused', () => {
  for (const text of [
    '',
    '55.5, 24, 25, 55',
    'N 91 W 24 E 25 S 55',
    'N 55 W 24 E 181 S 54',
    'N 55 W 24 E 25 S 55',
    'N 54 W 24 E 25 S 55',
    'N 55 W 24 E 24 S 54',
    'N 55 W 24 E 25 S 54 ',
    'N 1e1 W 24 E 25 S 5',
  ])
    expect(readSheetBounds(text), text).toBeUndefined()
})
