import { describe, expect, it } from 'vitest'
import { withoutMap } from '../model/shown-stack.ts'
import { stateOf } from '../model/viewer-state.ts'
import { showsAll } from './maps-in-view.ts'
import { withMapsOfPane, withPaneCount, withPanes } from '../model/pane-changes.ts'
import { panesCommand } from './side-by-side-key.ts'
import { panesOf, panesText } from '../model/viewed-panes.ts'

describe('the panes of an address', () => {
  it('are read as they were written', () => {
    for (const text of ['a,b', 'a.b~1850,-', '~1700,a,-,c.d']) expect(panesText(panesOf(text)!)).toBe(text)
  })

  it('are at least two and at most four, each with few maps and a year of the timeline', () => {
    expect(panesOf(undefined)).toBeUndefined()
    expect(panesOf('a')).toBeUndefined()
    expect(panesOf('a,b,c,d,e,f')).toHaveLength(4)
    expect(panesText(panesOf('a.a.b.c.d.e~x,b~19999')!)).toBe('a.b.c.d,b')
  })

  it('have their maps in the stack, whoever wrote them', () => {
    expect(stateOf({ panes: 'a,b', maps: 'b:40' }).pinned).toEqual([
      { id: 'b', opacity: 0.4 },
      { id: 'a', opacity: 1 },
    ])
  })
})

describe('panes', () => {
  it('begin with the uppermost maps of the stack, which keeps the selected one; one map lies beside the base map', () => {
    const state = stateOf({ maps: 'a,b,c', mapId: 'd', compare: 'swipe', solo: 'a' })
    const beside = withPanes(state, 0.5, 2)
    expect(panesText(beside.panes!)).toBe('d,c')
    expect(beside).toMatchObject({ comparison: null, soloId: null })
    expect(beside.pinned.at(-1)).toEqual({ id: 'd', opacity: 0.5 })
    expect(panesText(withPanes(state, 1, 4).panes!)).toBe('d,c,b,a')
    expect(panesText(withPanes(stateOf({ mapId: 'd' }), 1, 4).panes!)).toBe('d,-')
  })

  it('come with maps that no other shows, and go from the end', () => {
    const state = stateOf({ maps: 'a,b,c', panes: 'c,b' })
    const four = withPaneCount(state, 4)
    expect(panesText(four.panes!)).toBe('c,b,a,-')
    expect(panesText(withPaneCount(four, 2).panes!)).toBe('c,b')
  })

  it('give the stack what they take, and lose what is taken off the map', () => {
    const state = withMapsOfPane(stateOf({ maps: 'a', panes: 'a,-' }), 1, ['z', 'a'])
    expect(state.pinned.map(({ id }) => id)).toEqual(['a', 'z'])
    expect(panesText(withoutMap(state, 'a').panes!)).toBe('-,z')
  })
})

it('letters and digits mean something while a pane has the focus, Escape everywhere', () => {
  const key = (name: string, isFocused = true, ctrlKey = false) =>
    panesCommand({ key: name, ctrlKey, metaKey: false, altKey: false }, isFocused)
  expect(key('3')).toEqual({ kind: 'focus', at: 2 })
  expect([key('5'), key('3', false), key('v', true, true)]).toEqual([null, null, null])
  expect([key('V'), key('x'), key('Escape', false)]).toEqual([
    { kind: 'outlines' },
    { kind: 'cross' },
    { kind: 'leave' },
  ])
})

describe('a view of several maps', () => {
  const map = { minX: 0, minY: 0, maxX: 10, maxY: 10 }
  const around = (metres: number) => ({ minX: -metres, minY: -metres, maxX: metres, maxY: metres })
  it('shows them where they are whole or fill most of it, and not from so far that they are specks', () => {
    expect(showsAll(around(20), [map])).toBe(true)
    expect(showsAll({ minX: 2, minY: 2, maxX: 5, maxY: 5 }, [map])).toBe(true)
    expect(showsAll(around(60), [map])).toBe(false)
    expect(showsAll({ minX: 100, minY: 100, maxX: 120, maxY: 120 }, [map])).toBe(false)
  })
})
