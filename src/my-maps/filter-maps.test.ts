import { describe, expect, it } from 'vitest'
import type { MapSummary } from '../../contract/api/map-record.ts'
import { mapsInTab, tabCounts } from './filter-maps.ts'

function aMap(id: string, change: Partial<MapSummary> & { title?: string }): MapSummary {
  const { title = id, ...rest } = change
  return {
    id,
    _id: id,
    titles: { title, modernTitle: null, alternativeTitle: null },
    sheetNumber: null,
    years: { year: null, period: { startYear: null, endYear: null }, date: null },
    scale: null,
    dpi: null,
    creator: null,
    publisher: null,
    description: null,
    licence: null,
    attribution: null,
    shelfmark: null,
    institution: null,
    catalogueUrl: null,
    sheetBounds: null,
    basePath: `maps/${id}`,
    uploadDate: '2026-01-01T00:00:00Z',
    corners: null,
    isPublic: false,
    isOwner: true,
    isTransformed: false,
    isFavorited: false,
    userId: 'u',
    user: { username: 'Ona' },
    ratings: { average: 0, count: 0, userRating: null },
    favoritesCount: 0,
    assigned: null,
    files: { convertedFilePath: null, transformedFilePath: null, transformedPath: null },
    processing: { state: 'ready', percent: 100, error: null },
    ...rest,
  }
}

const maps = [
  aMap('a', { title: 'Kauno žemėlapis', isPublic: true, scale: { numerator: '1', denominator: '50000' } }),
  aMap('b', { title: 'Vilna', isTransformed: true, description: 'Plan of the town', creator: 'J. Čapkus' }),
  aMap('c', {
    title: 'Riga',
    isPublic: true,
    isTransformed: true,
    years: { year: 1798, period: { startYear: null, endYear: null }, date: null },
  }),
  aMap('d', { processing: { state: 'failed', percent: 0, error: null } }),
]
describe('the tabs', () => {
  it('count what they hold', () => {
    expect(tabCounts(maps)).toEqual({
      all: 4,
      public: 2,
      private: 2,
      transformed: 2,
      untransformed: 2,
      'public-untransformed': 1,
      failed: 1,
    })
    expect(mapsInTab(maps, 'failed').map(({ id }) => id)).toEqual(['d'])
    expect(mapsInTab(maps, 'public-untransformed').map(({ id }) => id)).toEqual(['a'])
  })
})
