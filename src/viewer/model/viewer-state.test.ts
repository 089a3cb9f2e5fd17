import { describe, expect, it } from 'vitest'
import { findRequest } from './find-request.ts'
import { viewerSearch } from './viewer-search.ts'
import { searchOf, stateOf } from './viewer-state.ts'

describe('the address of the map viewer', () => {
  it('says all that is shown, and the same again when it is read', () => {
    const search = {
      tab: 'favorite',
      mapId: 'm1',
      q: 'Kaunas',
      from: '1800',
      to: '1850',
      box: '1,2,3,4',
      creator: 'Ž',
      year: '18',
      maps: 'a:40,b,c:100:paper20.red.multiply',
      opacity: '75',
      look: 'blue',
      solo: 'b',
      compare: 'swipe',
      line: '31',
      at: '12.500_54.8980000_23.9036000_15.0',
    } as const
    const state = stateOf(search)
    expect(state.filters).toEqual({
      q: 'Kaunas',
      time: { from: 1800, to: 1850 },
      box: { minX: 1, minY: 2, maxX: 3, maxY: 4 },
      creator: 'Ž',
      year: '18',
    })
    expect(searchOf(state)).toEqual(search)
  })

  it('begins with the public maps, and with the catalog where one is named', () => {
    expect(stateOf({}).tab).toBe('public')
    expect(stateOf({ catalogId: 'c', tab: 'personal' }).tab).toBe('catalog')
    expect(searchOf(stateOf({}))).toEqual({})
  })

  it('leaves out what makes no sense, and puts years in order', () => {
    const state = stateOf(
      viewerSearch({
        tab: 'all',
        box: '3,2,1,4',
        from: 'x',
        to: '1',
        at: '99_1_1',
        opacity: '200',
        look: 'gold.paper999',
        compare: 'x',
      }),
    )
    expect(state).toMatchObject({ tab: 'public', filters: { time: { from: null, to: 1 } }, camera: null })
    expect(state.filters.box).toBeUndefined()
    expect(state.opacity).toBeUndefined()
    expect(state.comparison).toBeNull()
    expect(state.look).toBeUndefined()
    expect(stateOf({ from: '1900', to: '1800' }).filters.time).toEqual({ from: 1800, to: 1900 })
  })

  it('is asked for as it says', () => {
    const address = { tab: 'personal', q: 'Kaunas', from: '1900', to: '1800', box: '1,2,3,4', creator: 'Ž' }
    const state = stateOf(viewerSearch(address))
    expect(findRequest(state.tab, state.catalogId, state.filters)).toEqual({
      list: 'personal',
      q: 'Kaunas',
      from: '1800',
      to: '1900',
      box: '1,2,3,4',
      creator: 'Ž',
    })
    expect(searchOf(state)).toEqual({ ...address, from: '1800', to: '1900' })
  })
})
