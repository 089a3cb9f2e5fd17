import { describe, expect, it } from 'vitest'
import { favouritesRequest, favouritesSearch, favouritesStateOf } from './favourites-state.ts'

describe('the address of the favourites', () => {
  it('is asked for as it says', () => {
    const address = { catalog: 'c', sort: 'title', q: 'x' }
    expect(favouritesSearch(address)).toEqual({ catalog: 'c', sort: 'title' })
    expect(favouritesRequest(favouritesStateOf(address))).toEqual({
      list: 'favorite',
      catalogId: 'c',
      sort: 'title',
    })
    expect(favouritesRequest(favouritesStateOf({}))).toEqual({ list: 'favorite', sort: 'newest' })
  })
})
