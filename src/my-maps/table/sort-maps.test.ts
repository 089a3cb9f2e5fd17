import { describe, expect, it } from 'vitest'
import type { MapSummary } from '../../../contract/api/map-record.ts'
import { mapOf } from '../../../tests/components/fake-library.ts'
import { type MapColumn, NEWEST_FIRST, nextOrder, sortMaps } from './sort-maps.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const years = (changes: Partial<MapSummary['years']>): MapSummary['years'] => ({
  year: null,
  period: { startYear: null, endYear: null },
  date: null,
  ...changes,
})
const titles = (maps: readonly MapSummary[], by: MapColumn, isDescending = false, language = 'en') =>
  sortMaps(maps, { by, isDescending }, language, NOW).map((map) => map.titles.title)

describe('maps in the order of a column', () => {
  it('follow the alphabet of the language, and numbers in titles', () => {
    const maps = ['Žemaitija', 'Sheet 10', 'Zarasai', 'Sheet 9', 'Šiauliai', 'Ylakiai', 'Kaunas'].map(
      (title) => mapOf(title),
    )
    expect(titles(maps, 'title', false, 'lt')).toEqual([
      'Ylakiai',
      'Kaunas',
      'Sheet 9',
      'Sheet 10',
      'Šiauliai',
      'Zarasai',
      'Žemaitija',
    ])
    expect(titles(maps, 'title', true).slice(0, 3)).toEqual(['Žemaitija', 'Zarasai', 'Ylakiai'])
  })

  it('follow the first year that they may be from, those without one last either way', () => {
    const maps = [
      mapOf('undated'),
      mapOf('1850', { years: years({ year: 1850 }) }),
      mapOf('before our era', { years: years({ year: -20 }) }),
      mapOf('c. 1800', {
        years: years({ date: { text: 'c. 1800', from: 1795, to: 1805, isUnsure: true } }),
      }),
      mapOf('until 1700', { years: years({ period: { startYear: null, endYear: 1700 } }) }),
    ]
    const ascending = ['before our era', 'until 1700', 'c. 1800', '1850']
    expect(titles(maps, 'year')).toEqual([...ascending, 'undated'])
    expect(titles(maps, 'year', true)).toEqual([...ascending.toReversed(), 'undated'])
  })

  it('follow who may see them, the fewest first, and keep their order where that is alike', () => {
    const maps = [
      mapOf('public', { isPublic: true, hasLink: true }),
      mapOf('private 2'),
      mapOf('link', { hasLink: true }),
      mapOf('private 1'),
    ]
    expect(titles(maps, 'audience')).toEqual(['private 2', 'private 1', 'link', 'public'])
    expect(titles(maps, 'audience', true)).toEqual(['public', 'link', 'private 2', 'private 1'])
  })

  it('begin with those that ask for something to be done', () => {
    const maps = [
      mapOf('placed', { isTransformed: true }),
      mapOf('on its way', { processing: { state: 'converting', percent: 5, error: null } }),
      mapOf('not placed'),
      mapOf('failed', { processing: { state: 'failed', percent: 5, error: null } }),
    ]
    expect(titles(maps, 'state')).toEqual(['failed', 'not placed', 'on its way', 'placed'])
  })

  it('follow the moment of their upload', () => {
    const maps = ['2026-03-01', '2025-12-31', '2026-01-15'].map((day) =>
      mapOf(day, { uploadDate: `${day}T00:00:00Z` }),
    )
    expect(titles(maps, 'uploaded', true)).toEqual(['2026-03-01', '2026-01-15', '2025-12-31'])
  })
})

it('turns the order about where its column is pressed again', () => {
  const byTitle = nextOrder(NEWEST_FIRST, 'title')
  expect(byTitle).toEqual({ by: 'title', isDescending: false })
  expect(nextOrder(byTitle, 'title')).toEqual({ by: 'title', isDescending: true })
  expect(nextOrder(byTitle, 'uploaded')).toEqual(NEWEST_FIRST)
})
