import { describe, expect, it } from 'vitest'
import { searchOf, stateOf } from './viewer-state.ts'
import { comparedOf, drawnInComparison, pairOf, pairText, withFirst, withSecond } from './compared-pair.ts'
import { FILE_ID } from './shown-name.ts'
import { withoutMap, withSelected, withSolo } from './shown-stack.ts'

const maps = ['a', 'b', 'c'].map((id) => ({ id }))
const drawn = (pair: string | undefined) =>
  drawnInComparison(maps, pairOf(pair)).map(({ map, comparedAs }) => `${map.id} ${comparedAs ?? 'both'}`)

describe('what is compared', () => {
  it('is the uppermost map and all beneath it, until two are chosen: those alone are drawn then', () => {
    expect(drawn(undefined)).toEqual(['a both', 'b both', 'c first'])
    expect(drawn('b,beneath')).toEqual(['a both', 'b first'])
    expect(drawn('a,c')).toEqual(['a first', 'c second'])
    expect(drawn('c,a')).toEqual(['a second', 'c first'])
    expect(drawn('b,base')).toEqual(['b first'])
  })

  it('gives way where it names a map that is not shown', () => {
    expect(comparedOf(maps, pairOf('x,a'))).toEqual({ first: 'c', second: 'beneath' })
    expect(comparedOf(maps, pairOf('a,x'))).toEqual({ first: 'a', second: 'beneath' })
    expect(comparedOf([], pairOf('a,b'))).toBeNull()
  })

  it('changes places where the other of the two is chosen, so that never one is held against itself', () => {
    const state = stateOf({ maps: 'a,b,c', compare: 'swipe', pair: 'a,b', solo: 'c' })
    expect(withFirst(state, maps, 'b').pair).toEqual({ first: 'b', second: 'a' })
    expect(withSecond(state, maps, 'a').pair).toEqual({ first: 'b', second: 'a' })
    expect(withSecond(state, maps, 'base')).toMatchObject({
      pair: { first: 'a', second: 'base' },
      soloId: null,
    })
    const plain = stateOf({ maps: 'a,b,c', compare: 'swipe' })
    expect(withSecond(plain, maps, 'c').pair).toEqual({ first: 'b', second: 'c' })
    expect(withSecond(plain, maps, 'a').pair).toEqual({ first: 'c', second: 'a' })
    expect(withFirst(withSecond(state, maps, 'beneath'), maps, 'c').pair).toBeUndefined()
  })

  it('is in the address while there is a comparison', () => {
    const search = { maps: 'a,b', compare: 'blink', pair: 'a,base' } as const
    expect(searchOf(stateOf(search))).toEqual(search)
    expect(stateOf({ maps: 'a,b', pair: 'a,base' }).pair).toBeUndefined()
    for (const text of ['', 'a', 'a,a', ',b', 'a,b,c', 'base,a']) expect(pairOf(text)).toBeUndefined()
    const withFile = { first: FILE_ID, second: 'a' }
    expect(pairText(withFile)).toBe('file,a')
    expect(pairOf('file,a')).toEqual(withFile)
  })

  it('ends when one of the two goes, or one map is to be seen alone', () => {
    const state = stateOf({ maps: 'a,b', mapId: 'c', compare: 'swipe', pair: 'c,a' })
    expect(withSelected(state, 'd').pair).toBeUndefined()
    expect(withoutMap(state, 'a').pair).toBeUndefined()
    expect(withoutMap(state, 'b').pair).toEqual({ first: 'c', second: 'a' })
    expect(withSolo(state, 'a').pair).toBeUndefined()
  })
})
