import { describe, expect, it } from 'vitest'
import type { CatalogMap } from '../../contract/api/catalog-maps.ts'
import { mapOf } from '../../tests/components/fake-library.ts'
import { mapsWithWords, ordersOf, sortedIds } from './sort-catalog.ts'

const HIDDEN: CatalogMap = { id: 'hidden', _id: 'hidden', hidden: true }
const sheet = (id: string, sheetNumber: string | null) => mapOf(id, { sheetNumber })
const from = (id: string, years: Partial<ReturnType<typeof mapOf>['years']>) =>
  mapOf(id, {
    years: { year: null, period: { startYear: null, endYear: null }, date: null, ...years },
  })

describe('the order of sheet numbers', () => {
  it('is that of the numbers in them, without a number last, as they stood', () => {
    const maps = [
      sheet('none', null),
      sheet('10', '10'),
      HIDDEN,
      sheet('blank', ' '),
      sheet('2b', '2b'),
      sheet('n-34-9', 'N-34-9'),
      sheet('2', '2'),
      sheet('n-34-10', 'N-34-10'),
    ]
    expect(sortedIds(maps, 'sheet', 'en')).toEqual([
      '2',
      '2b',
      '10',
      'n-34-9',
      'n-34-10',
      'none',
      'hidden',
      'blank',
    ])
  })

  it('leaves sheets of one number as they stood', () => {
    expect(sortedIds([sheet('b', '3'), sheet('a', '3'), sheet('c', '1')], 'sheet', 'en')).toEqual([
      'c',
      'b',
      'a',
    ])
  })
})

describe('the order of titles', () => {
  it('is that of the language', () => {
    const maps = [mapOf('Žemaitija'), mapOf('Zarasai'), HIDDEN, mapOf('Sheet 10'), mapOf('Sheet 2')]
    expect(sortedIds(maps, 'title', 'lt')).toEqual(['sheet-2', 'sheet-10', 'zarasai', 'žemaitija', 'hidden'])
  })
})

describe('the order of years', () => {
  it('is that of the first year that a map may be from', () => {
    const date = { text: '1850s', from: 1850, to: 1859, isUnsure: false }
    const maps = [
      from('none', {}),
      from('year', { year: 1855 }),
      from('end', { period: { startYear: null, endYear: 1700 } }),
      from('date', { date }),
      from('before our era', { year: -20 }),
    ]
    expect(sortedIds(maps, 'year', 'en')).toEqual(['before-our-era', 'end', 'date', 'year', 'none'])
  })
})

describe('the orders that are offered', () => {
  it('are those that some map has something for', () => {
    expect(ordersOf([HIDDEN])).toEqual([])
    expect(ordersOf([HIDDEN, from('a', {}), sheet('b', '')])).toEqual(['title'])
    expect(ordersOf([from('a', { year: 1800 }), sheet('b', '4')])).toEqual(['sheet', 'title', 'year'])
  })
})

describe('the search in a catalog', () => {
  const maps = [
    mapOf('Žemaitija', { creator: 'Jonas Narbutas', sheetNumber: 'XII-4' }),
    from('Kaunas', { year: 1812 }),
    HIDDEN,
  ]
  const found = (text: string) => mapsWithWords(maps, text).map(({ id }) => id)

  it('finds every word, without case and accents, in title, author, sheet number and year', () => {
    expect(found('zemaitija')).toEqual(['žemaitija'])
    expect(found('  NARBUTAS  xii-4 ')).toEqual(['žemaitija'])
    expect(found('1812')).toEqual(['kaunas'])
    expect(found('narbutas kaunas')).toEqual([])
    expect(found('hidden')).toEqual([])
  })

  it('leaves all maps where there are no words', () => {
    expect(found(' ')).toEqual(maps.map(({ id }) => id))
  })
})
