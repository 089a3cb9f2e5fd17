import { describe, expect, it } from 'vitest'
import { rowAfterRemoval, rowForKey, tabStopRow } from './row-stop.ts'

const ids = ['a', 'b', 'c', 'd']

describe('the row whose controls the Tab key finds', () => {
  it('is the one with the focus, so that Tab goes on within it', () => {
    expect(tabStopRow(ids, { focused: 'b', selected: 'c', last: 'b' })).toBe('b')
  })

  it("is the selected point's while the focus is elsewhere, else the last one that had it, else the first", () => {
    expect(tabStopRow(ids, { focused: null, selected: 'c', last: 'b' })).toBe('c')
    expect(tabStopRow(ids, { focused: null, selected: null, last: 'b' })).toBe('b')
    expect(tabStopRow(ids, { focused: null, selected: null, last: null })).toBe('a')
  })

  it('is always a row of the table', () => {
    expect(tabStopRow(ids, { focused: 'x', selected: 'y', last: 'd' })).toBe('d')
    expect(tabStopRow(ids, { focused: 'x', selected: 'y', last: 'z' })).toBe('a')
    expect(tabStopRow([], { focused: 'a', selected: 'a', last: 'a' })).toBeNull()
  })
})

describe('a key in a row', () => {
  it('leads a row up and down, a page on, and to the first and the last', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']
    expect(keys.map((key) => rowForKey(key, 50, 343, 9))).toEqual([49, 51, 41, 59, 0, 342])
  })

  it('leads no farther than the first and the last', () => {
    expect(rowForKey('ArrowUp', 0, 343, 9)).toBe(0)
    expect(rowForKey('PageUp', 4, 343, 9)).toBe(0)
    expect(rowForKey('ArrowDown', 342, 343, 9)).toBe(342)
    expect(rowForKey('PageDown', 340, 343, 9)).toBe(342)
  })

  it('leads nowhere when it is another', () => {
    for (const key of ['ArrowLeft', 'ArrowRight', 'Tab', 'Enter', ' ', 'Delete', 'n'])
      expect(rowForKey(key, 1, 4, 2)).toBeNull()
    expect(rowForKey('End', 0, 0, 2)).toBeNull()
  })
})

describe('a row that is gone', () => {
  it('leaves its place to the next', () => {
    expect(rowAfterRemoval(ids, 'b', ['a', 'c', 'd'])).toBe('c')
  })

  it('leaves it to the next by the order it was in, however the others are sorted now', () => {
    expect(rowAfterRemoval(ids, 'b', ['d', 'c', 'a'])).toBe('c')
  })

  it('leaves it to the next of those that are left when several are gone', () => {
    expect(rowAfterRemoval(ids, 'b', ['a', 'd'])).toBe('d')
  })

  it('leaves it to the previous when it was the last', () => {
    expect(rowAfterRemoval(ids, 'd', ['a', 'b', 'c'])).toBe('c')
  })

  it('leaves it to the first of others when none of the old is left, and to none when there is none', () => {
    expect(rowAfterRemoval(ids, 'b', ['x', 'y'])).toBe('x')
    expect(rowAfterRemoval(['a'], 'a', [])).toBeNull()
  })
})
