import { describe, expect, it } from 'vitest'
import { boundsText } from '../rules/bounds-text.ts'
import { boundsToText } from '../rules/bounds-to-text.ts'
import { callPath } from './define-call.ts'
import { findQuery, outlineTile, yearsQuery } from './find.ts'

const refusedFields = (query: Record<string, string>) =>
  findQuery.safeParse(query).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('what a map is looked for by', () => {
  it('is the public list, fifty a page, by relevance, where nothing is said', () => {
    expect(findQuery.parse({})).toEqual({ list: 'public', sort: 'relevance', limit: 50 })
    expect(yearsQuery.parse({})).toEqual({ list: 'public' })
  })

  it('is refused by the name of the field that is wrong', () => {
    expect(refusedFields({ list: 'catalog' })).toEqual(['catalogId'])
    expect(refusedFields({ catalogId: 'a' })).toEqual(['catalogId'])
    expect(refusedFields({ list: 'catalog', catalogId: 'a' })).toEqual([])
    expect(refusedFields({ list: 'trash' })).toEqual(['list'])
    expect(refusedFields({ from: '1800', to: '1799' })).toEqual(['to'])
    expect(refusedFields({ from: '1800', to: '1800' })).toEqual([])
    expect(refusedFields({ from: '18oo' })).toEqual(['from'])
    expect(refusedFields({ to: '10000' })).toEqual(['to'])
    expect(refusedFields({ limit: '201' })).toEqual(['limit'])
    expect(refusedFields({ sort: 'random' })).toEqual(['sort'])
    expect(refusedFields({ q: '\u0000' })).toEqual(['q'])
    expect(refusedFields({ box: '1,2,3' })).toEqual(['box'])
    expect(refusedFields({ view: '1,2,3,x' })).toEqual(['view'])
  })
})

describe('a box in a query string', () => {
  const read = (text: string) => boundsText('errors.fields.invalidBounds').safeParse(text).data

  it('is read as it was written, to the centimetre', () => {
    const box = { minX: -0.001, minY: -20.456, maxX: 1e6, maxY: 6_543_210.987 }
    expect(boundsToText(box)).toBe('0,-20.46,1000000,6543210.99')
    expect(read(boundsToText(box))).toEqual({ minX: 0, minY: -20.46, maxX: 1e6, maxY: 6_543_210.99 })
  })

  it('has four decimals in order, and nothing else', () => {
    expect(read('1,2,1,2')).toEqual({ minX: 1, minY: 2, maxX: 1, maxY: 2 })
    for (const text of [
      '',
      '1,2,3',
      '1,2,3,4,5',
      '3,2,1,4',
      '1,4,3,2',
      '1,2,3,',
      '1,2,3,1e3',
      ' 1,2,3,4',
      'NaN,2,3,4',
    ])
      expect(read(text), text).toBeUndefined()
  })
})

describe('an outline tile', () => {
  const refused = (z: string, x: string, y: string) =>
    outlineTile.params.safeParse({ z, x, y }).error?.issues.map(({ path }) => path.join('.')) ?? []

  it('is addressed like any other tile', () => {
    expect(callPath(outlineTile, { z: 3, x: 4, y: 2 }, { list: 'personal' })).toBe(
      '/maps/outlines/3/4/2.mvt?list=personal',
    )
  })

  it('lies within its level', () => {
    expect(refused('0', '0', '0')).toEqual([])
    expect(refused('1', '2', '0')).toEqual(['x'])
    expect(refused('1', '0', '2')).toEqual(['y'])
    expect(refused('23', '0', '0')).toEqual(['z'])
    expect(refused('1', '-1', '01')).toEqual(['x', 'y'])
  })
})
