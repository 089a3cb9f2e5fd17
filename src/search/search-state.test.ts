import { describe, expect, it } from 'vitest'
import { mapsSearch, searchRequest, searchStateOf } from './search-state.ts'

describe('the address of the search', () => {
  it('is asked for as it says, and keeps years in the order that they were typed in', () => {
    const address = {
      q: 'x',
      whose: 'personal',
      placed: 'yes',
      licence: 'yes',
      from: '1900',
      to: '1800',
      sort: 'year',
    }
    expect(mapsSearch(address)).toEqual(address)
    expect(searchRequest(searchStateOf(address))).toEqual({
      list: 'personal',
      q: 'x',
      isTransformed: 'true',
      hasLicence: 'true',
      from: '1800',
      to: '1900',
      sort: 'year',
    })
    expect(searchRequest(searchStateOf({ whose: 'public', placed: 'no' }))).toEqual({
      list: 'all',
      isPublic: 'true',
      isTransformed: 'false',
      sort: 'relevance',
    })
    expect(mapsSearch({ whose: 'all', sort: 'relevance', box: '1,2,3,4' })).toEqual({})
  })
})
