import { describe, expect, it } from 'vitest'
import { commandOf, steppedId } from './editor-key.ts'
import type { KeyPress } from './editor-key.ts'

const press = (key: string, rest: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrl: false,
  shift: false,
  alt: false,
  focus: 'map',
  ...rest,
})

describe('keys of the editor', () => {
  it('undo and redo wherever the focus is', () => {
    expect(commandOf(press('z', { ctrl: true, focus: 'control' }), false)).toEqual({ command: 'undo' })
    expect(commandOf(press('Z', { ctrl: true, shift: true, focus: 'control' }), false)).toEqual({
      command: 'redo',
    })
    expect(commandOf(press('y', { ctrl: true }), false)).toEqual({ command: 'redo' })
  })

  it('open the list of commands by Ctrl+K wherever the focus is', () => {
    expect(commandOf(press('k', { ctrl: true, focus: 'control' }), false)).toEqual({ command: 'palette' })
    expect(commandOf(press('k'), false)).toBeNull()
  })

  it('change the opacity by the arrows while O is held, where no control has arrows of its own', () => {
    for (const focus of ['map', 'page'] as const) {
      const held = (key: string, hasSelection = false) =>
        commandOf(press(key, { focus, isOpacityHeld: true }), hasSelection)
      expect(held('ArrowUp')).toEqual({ command: 'opacity', step: 1 })
      expect(held('ArrowRight', true)).toEqual({ command: 'opacity', step: 1 })
      expect(held('ArrowDown', true)).toEqual({ command: 'opacity', step: -1 })
      expect(held('ArrowLeft')).toEqual({ command: 'opacity', step: -1 })
    }
    for (const focus of ['control', 'row', 'elsewhere'] as const)
      expect(commandOf(press('ArrowUp', { focus, isOpacityHeld: true }), true)).toBeNull()
  })

  it('transform by Ctrl+Enter wherever the focus is', () => {
    expect(commandOf(press('Enter', { ctrl: true, focus: 'control' }), false)).toEqual({
      command: 'transform',
    })
    expect(commandOf(press('Enter', { focus: 'control' }), false)).toBeNull()
  })

  it('close what is drawn by Enter while a map has the focus, and crop by C', () => {
    expect(commandOf(press('Enter'), false)).toEqual({ command: 'close' })
    expect(commandOf(press('c'), false)).toEqual({ command: 'crop' })
    expect(commandOf(press('c', { ctrl: true }), false)).toBeNull()
  })

  it('work beside the maps too, where a control keeps Space, Enter and the arrows', () => {
    for (const focus of ['control', 'page', 'row'] as const) {
      expect(commandOf(press('a', { focus }), false)).toEqual({ command: 'addPoint' })
      expect(commandOf(press('2', { focus }), false)).toEqual({ command: 'view', view: 2 })
      expect(commandOf(press('ArrowUp', { focus }), true)).toBeNull()
      expect(commandOf(press('Enter', { focus }), true)).toBeNull()
    }
    expect(commandOf(press(' ', { focus: 'page' }), false)).toEqual({ command: 'toggleOverlay' })
    for (const focus of ['control', 'row'] as const)
      expect(commandOf(press(' ', { focus }), false)).toBeNull()
    expect(commandOf(press('Delete', { focus: 'control' }), true)).toEqual({ command: 'delete' })
    expect(commandOf(press('Delete', { focus: 'row' }), true)).toBeNull()
  })

  it('leave letters, digits, arrows and Tab alone where something keeps all its keys', () => {
    for (const key of ['a', '1', '/', ' ', 'Tab', 'ArrowUp', 'Delete'])
      expect(commandOf(press(key, { focus: 'elsewhere' }), true)).toBeNull()
  })

  it('nudge the selected point by 1 px, with Shift by 10, and leave arrows to the map without one', () => {
    expect(commandOf(press('ArrowUp'), true)).toEqual({ command: 'nudge', dx: 0, dy: -1 })
    expect(commandOf(press('ArrowRight', { shift: true }), true)).toEqual({ command: 'nudge', dx: 10, dy: 0 })
    expect(commandOf(press('ArrowUp'), false)).toBeNull()
  })

  it('nudge the selected point by a tenth of a px with Ctrl, and leave Ctrl+arrows to the map without one', () => {
    expect(commandOf(press('ArrowLeft', { ctrl: true }), true)).toEqual({
      command: 'nudge',
      dx: -0.1,
      dy: 0,
    })
    expect(commandOf(press('ArrowLeft', { ctrl: true }), false)).toBeNull()
    expect(commandOf(press('ArrowLeft', { ctrl: true, focus: 'control' }), true)).toBeNull()
  })

  it('leave Tab to the browser, which goes on to what comes after the map', () => {
    for (const shift of [false, true]) expect(commandOf(press('Tab', { shift }), true)).toBeNull()
  })

  it('leave the browser its own combinations', () => {
    expect(commandOf(press('1', { ctrl: true }), true)).toBeNull()
    expect(commandOf(press('ArrowLeft', { alt: true }), true)).toBeNull()
  })

  it('choose the four views', () => {
    expect(['1', '2', '3', '4'].map((key) => commandOf(press(key), false))).toEqual(
      [1, 2, 3, 4].map((view) => ({ command: 'view', view })),
    )
  })

  it('go through the points by N and P, round and round', () => {
    expect(commandOf(press('n'), false)).toEqual({ command: 'choosePoint', step: 1 })
    expect(commandOf(press('P', { shift: true }), true)).toEqual({ command: 'choosePoint', step: -1 })
    const ids = ['a', 'b', 'c']
    expect(steppedId(ids, null, 1)).toBe('a')
    expect(steppedId(ids, null, -1)).toBe('c')
    expect(steppedId(ids, 'a', 1)).toBe('b')
    expect(steppedId(ids, 'c', 1)).toBe('a')
    expect(steppedId(ids, 'a', -1)).toBe('c')
    expect(steppedId(ids, 'gone', 1)).toBe('a')
    expect(steppedId([], null, 1)).toBeNull()
  })
})
