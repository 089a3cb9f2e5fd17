import { describe, expect, it } from 'vitest'
import { PLAIN_LOOK } from './map-look.ts'
import { searchOf, stateOf } from './viewer-state.ts'
import {
  stackOf,
  withAllInOrder,
  withPinned,
  withPinnedInOrder,
  withLook,
  withUnpinned,
  withMoved,
  withOpacity,
  withoutMap,
  withSelected,
  withSolo,
  withWhole,
} from './shown-stack.ts'

const state = stateOf({ maps: 'a,b:50', mapId: 'c', opacity: '30' })
const said = (of: typeof state) =>
  stackOf(of).map(({ id, opacity, isPinned }) => `${id} ${opacity ?? '-'}${isPinned ? '' : ' preview'}`)

describe('the stack of shown maps', () => {
  it('has the pinned maps, and the selected one above them', () => {
    expect(said(state)).toEqual(['a 1', 'b 0.5', 'c 0.3 preview'])
    expect(said(stateOf({ maps: 'a,b', mapId: 'a' }))).toEqual(['a 1', 'b 1'])
  })

  it('lets the next selected map take the place of one that is not pinned', () => {
    expect(said(withSelected(state, 'd'))).toEqual(['a 1', 'b 0.5', 'd - preview'])
    expect(said(withSelected(state, null))).toEqual(['a 1', 'b 0.5'])
    expect(said(withSelected(withPinned(state, 'c', 0.3), 'd'))).toEqual([
      'a 1',
      'b 0.5',
      'c 0.3',
      'd - preview',
    ])
  })

  it('lies as a catalog has its maps, the first uppermost, with those of elsewhere beneath', () => {
    const order = ['c', 'x', 'b', 'y']
    expect(said(withAllInOrder(state, order, 0.8))).toEqual(['a 1', 'y 0.8', 'b 0.5', 'x 0.8', 'c 0.8'])
    expect(said(withPinnedInOrder(stateOf({ maps: 'a,c', mapId: 'b' }), 'b', 1, order))).toEqual([
      'a 1',
      'b 1',
      'c 1',
    ])
    expect(said(withPinnedInOrder(stateOf({ maps: 'a,b', mapId: 'c' }), 'c', 1, order))).toEqual([
      'a 1',
      'b 1',
      'c 1',
    ])
    expect(said(withPinnedInOrder(stateOf({ maps: 'c' }), 'q', 1, order))).toEqual(['c 1', 'q 1'])
  })

  it('keeps what is moved, at its new place', () => {
    expect(said(withMoved(state, 'c', 0, 0.3))).toEqual(['c 0.3', 'a 1', 'b 0.5'])
    const preview = { id: 'c', opacity: 0.3 }
    expect(said(withMoved(state, 'a', 1, 1, preview))).toEqual(['b 0.5', 'a 1', 'c 0.3 preview'])
    // What it comes above stays: the previewed map would be the uppermost again.
    expect(said(withMoved(state, 'a', 2, 1, preview))).toEqual(['b 0.5', 'c 0.3', 'a 1'])
    expect(said(withMoved(state, 'c', 2, 0.3, preview))).toEqual(['a 1', 'b 0.5', 'c 0.3'])
  })

  it('lets a pinned map go above the others, or off the map where another is previewed already', () => {
    const { selectedId: _preview, ...pinned } = state
    const unpinned = withUnpinned({ ...pinned, selectedId: null }, 'a')
    expect([said(unpinned), unpinned.selectedId]).toEqual([['b 0.5', 'a 1 preview'], 'a'])
    expect(said(withUnpinned(state, 'a'))).toEqual(['b 0.5', 'c 0.3 preview'])
  })

  it('changes one opacity at a time, and forgets what is taken away', () => {
    expect(said(withOpacity(state, 'a', 0.2))).toEqual(['a 0.2', 'b 0.5', 'c 0.3 preview'])
    expect(said(withOpacity(state, 'c', 0.2))).toEqual(['a 1', 'b 0.5', 'c 0.2 preview'])
    const alone = withSolo(state, 'c')
    expect(alone.soloId).toBe('c')
    expect(withSolo(alone, 'c').soloId).toBeNull()
    const gone = withoutMap(alone, 'c')
    expect([said(gone), gone.soloId, gone.selectedId]).toEqual([['a 1', 'b 0.5'], null, null])
  })

  it('shows the maps that are compared whole, and leaves the others', () => {
    const maps = [
      { id: 'a', opacity: 1 },
      { id: 'b', opacity: 0.5 },
      { id: 'c', opacity: 0.3 },
    ]
    expect(said(withWhole(state, maps, ['a', 'b']))).toEqual(['a 1', 'b 1', 'c 0.3 preview'])
    expect(said(withWhole(state, maps, ['c', 'beneath']))).toEqual(['a 1', 'b 0.5', 'c 1 preview'])
    expect(withWhole(state, maps, ['a'])).toBe(state)
  })

  it('keeps the look of each map with it, and that of the previewed one until another takes its place', () => {
    const look = { paperPercent: 20, ink: 'red', isMultiplied: false } as const
    const looked = withLook(withLook(state, 'a', look), 'c', { ...look, ink: null })
    expect(searchOf(looked)).toMatchObject({ maps: 'a:100:paper20.red,b:50', look: 'paper20' })
    expect(searchOf(withPinned(looked, 'c', 0.3)).maps).toBe('a:100:paper20.red,b:50,c:30:paper20')
    expect(searchOf(withPinned(looked, 'c', 0.3))).not.toHaveProperty('look')
    expect(searchOf(withSelected(looked, 'd'))).not.toHaveProperty('look')
    expect(searchOf(withLook(looked, 'a', PLAIN_LOOK)).maps).toBe('a,b:50')
    expect(searchOf(withMoved(looked, 'a', 1, 1)).maps).toBe('b:50,a:100:paper20.red')
  })

  it('stands in the address', () => {
    expect(searchOf(withMoved(state, 'c', 1, 0.3))).toEqual({ mapId: 'c', maps: 'a,c:30,b:50' })
  })
})
