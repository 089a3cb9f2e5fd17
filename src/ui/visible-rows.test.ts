import { describe, expect, it } from 'vitest'
import { drawnRows, visibleRows } from './visible-rows.ts'

describe('the rows that are drawn', () => {
  it('are those in view and a few beyond, never the whole list', () => {
    expect(visibleRows(343, 30, 3000, 300)).toEqual({ start: 94, end: 116 })
  })

  it('begin and end with the list', () => {
    expect(visibleRows(343, 30, 0, 300)).toEqual({ start: 0, end: 16 })
    expect(visibleRows(343, 30, 343 * 30 - 300, 300)).toEqual({ start: 327, end: 343 })
    expect(visibleRows(4, 30, 0, 300)).toEqual({ start: 0, end: 4 })
    expect(visibleRows(0, 30, 0, 300)).toEqual({ start: 0, end: 0 })
  })

  it('stay rows of the list when it has become shorter than it was scrolled', () => {
    expect(visibleRows(5, 30, 9000, 300)).toEqual({ start: 5, end: 5 })
  })

  it('hold what is kept out of view in its place, once each, and nothing that is not there', () => {
    expect(drawnRows({ start: 3, end: 6 }, [])).toEqual([3, 4, 5])
    expect(drawnRows({ start: 3, end: 6 }, [9, 0])).toEqual([0, 3, 4, 5, 9])
    expect(drawnRows({ start: 3, end: 6 }, [1, 0])).toEqual([0, 1, 3, 4, 5])
    expect(drawnRows({ start: 3, end: 6 }, [4, 9, 9])).toEqual([3, 4, 5, 9])
    expect(drawnRows({ start: 3, end: 6 }, [-1, -1])).toEqual([3, 4, 5])
    expect(drawnRows({ start: 5, end: 5 }, [2])).toEqual([2])
  })
})
