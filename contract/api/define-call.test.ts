import { describe, expect, it } from 'vitest'
import { callPath } from './define-call.ts'
import { getMap, mapListQuery, publicMaps } from './maps.ts'

describe('callPath', () => {
  it('fills in and encodes the parameters of a path', () => {
    expect(callPath(getMap, { id: 'a/b ?' })).toBe('/map/a%2Fb%20%3F')
  })

  it('appends only the query values that are there', () => {
    expect(callPath(publicMaps, {}, { yearFrom: 1650, title: '', creator: undefined, search: 'Žemė' })).toBe(
      '/maps/publicMaps?yearFrom=1650&search=%C5%BDem%C4%97',
    )
  })

  it('refuses a path whose parameter is missing', () => {
    expect(() => callPath(getMap, {})).toThrow('needs the parameter id')
  })
})

describe('mapListQuery', () => {
  it('reads query text strictly', () => {
    expect(mapListQuery.parse({ yearFrom: '-50', limit: '20' })).toEqual({ yearFrom: -50, limit: 20 })
    expect(mapListQuery.safeParse({ yearFrom: '12.5' }).success).toBe(false)
    expect(mapListQuery.safeParse({ limit: '0' }).success).toBe(false)
  })

  it('reads the box filter from JSON text and refuses anything else', () => {
    const boxFilter = '{"minX":1,"minY":2,"maxX":3,"maxY":4}'
    expect(mapListQuery.parse({ boxFilter }).boxFilter).toEqual({ minX: 1, minY: 2, maxX: 3, maxY: 4 })
    for (const text of [
      '',
      '{',
      '[1,2,3,4]',
      '{"minX":"1","minY":2,"maxX":3,"maxY":4}',
      '{"minX":5,"minY":2,"maxX":3,"maxY":4}',
    ])
      expect(mapListQuery.safeParse({ boxFilter: text }).success).toBe(false)
  })
})
