import { expect, it } from 'vitest'
import { boundsCells, readBoundsCells } from './bounds-cells.ts'

const cells = (north: string, west: string, east: string, south: string) => ({ north, west, east, south })

it('sides of a sheet are read as catalogues write them', () => {
  const bounds = 'N 55.5 W 24.25 E 25 S 55'
  for (const row of [
    cells('55.5', '24.25', '25', '55.0'),
    cells('55,5', '24,25°', '25 E', 'N 55'),
    cells('55°30′', '24 15 00', '25°00′00″E', '55:00'),
    cells('N0553000', 'E0241500', 'E0250000', 'N0550000'),
  ])
    expect(readBoundsCells(row)).toEqual({ bounds, unread: [] })
  expect(readBoundsCells(cells('-10', "71°30'W", 'W0710000', '11 S'))).toEqual({
    bounds: 'N -10 W -71.5 E -71 S -11',
    unread: [],
  })
})

it('a row without sides leaves those of the map, and empty cells clear them', () => {
  expect(readBoundsCells({})).toEqual({ unread: [] })
  expect(readBoundsCells(cells('', '', '', ''))).toEqual({ bounds: '', unread: [] })
})

it('the cells are named that cannot be sides', () => {
  expect(readBoundsCells(cells('55', '24', '', '54')).unread).toEqual(['east'])
  expect(readBoundsCells({ north: '55', south: '54' }).unread).toEqual(['west', 'east'])
  expect(readBoundsCells(cells('6100000', '24 E N', '25', '54°70′')).unread).toEqual([
    'north',
    'west',
    'south',
  ])
  expect(readBoundsCells(cells('55', '24 N', '25', '-54 S')).unread).toEqual(['west', 'south'])
  expect(readBoundsCells(cells('54', '24', '25', '55')).unread).toEqual(['south'])
  expect(readBoundsCells(cells('55', '24', '24', '54')).unread).toEqual(['east'])
  expect(readBoundsCells(cells('91', '24', '181', '54')).unread).toEqual(['north', 'east'])
})

it('the cells of a map are read as what it has', () => {
  const bounds = 'N 55.5 W 179.5 E -179.25 S 55'
  expect(boundsCells(bounds)).toEqual(cells('55.5', '179.5', '-179.25', '55'))
  expect(readBoundsCells(boundsCells(bounds)).bounds).toBe(bounds)
  expect(readBoundsCells(boundsCells('')).bounds).toBe('')
})
