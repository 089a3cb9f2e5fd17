import { describe, expect, it } from 'vitest'
import {
  chipsOf,
  filterRequest,
  paramsOf,
  readFilters,
  textFields,
  withText,
  writeFilters,
} from './filter-forms.ts'
import { FILTERS, type FilterName, OWN_MAP_FILTERS, type SearchTexts, VIEWER_FILTERS } from './filters.ts'

const names = Object.keys(FILTERS) as FilterName[]

describe('a filter in the address', () => {
  it('is read as it was written, each by parameters of its own', () => {
    const address = {
      q: 'Kauno "senas planas"',
      from: '-44',
      to: '1850',
      box: '-10,-20,30,40',
      title: 'Ž & Co',
      modernTitle: 'b',
      alternativeTitle: 'c',
      description: 'd',
      creator: 'e',
      scale: '1:25000',
      year: '18',
      whose: 'public',
      placed: 'no',
      licence: 'yes',
      catalog: '0198-id',
      in: 'TITLE',
    }
    const filters = readFilters(names, address)
    expect(Object.keys(filters).toSorted()).toEqual(names.toSorted())
    expect(writeFilters(filters)).toEqual(address)
    const params = paramsOf(names)
    expect(new Set(params).size).toBe(params.length)
  })

  it('is left out where it makes no sense or narrows nothing', () => {
    const address = {
      q: '  ',
      from: '18500',
      to: 'x',
      box: '3,2,1,4',
      title: '',
      whose: 'all',
      placed: 'maybe',
      licence: 'no',
      catalog: 'x'.repeat(101),
      in: 'ALL',
    }
    expect(readFilters(names, address)).toEqual({})
    expect(readFilters(names, { q: 7, whose: ['public'], from: null })).toEqual({})
    expect(readFilters(['q'], { q: 'x'.repeat(400) }).q).toHaveLength(300)
  })
})

describe('the filters of one’s own maps', () => {
  it('are asked for as words and the field that they are looked for in', () => {
    expect(filterRequest(readFilters(OWN_MAP_FILTERS, { q: 'x', in: 'CREATOR', tab: 'public' }))).toEqual({
      q: 'x',
      field: 'creator',
    })
  })
})

describe('the filters of the viewer', () => {
  const t = ((key: string, values: object = {}) =>
    `${key} ${JSON.stringify(values)}`) as unknown as SearchTexts

  it('are each a chip, in their order', () => {
    const filters = readFilters(VIEWER_FILTERS, {
      creator: 'e',
      box: '1,2,3,4',
      to: '1850',
      from: '1850',
      q: 'x',
    })
    expect(chipsOf(filters, t, { count: 2, number: '2' }).map(({ name, text }) => [name, text])).toEqual([
      ['q', 'chips.search {"text":"x"}'],
      ['time', 'chips.year {"from":1850}'],
      ['box', 'chips.boxCount {"count":2,"number":"2"}'],
      ['creator', 'chips.attribute {"name":"attribute.creator {}","text":"e"}'],
    ])
    expect(VIEWER_FILTERS.every((name) => 'chip' in FILTERS[name])).toBe(true)
  })

  it('take a text, and lose it where it is blank', () => {
    expect(textFields(VIEWER_FILTERS).map(({ name }) => name)).toEqual(VIEWER_FILTERS.slice(3))
    expect(withText({ q: 'x' }, 'creator', 'e')).toEqual({ q: 'x', creator: 'e' })
    expect(withText({ q: 'x', creator: 'e' }, 'creator', '')).toEqual({ q: 'x' })
  })
})
