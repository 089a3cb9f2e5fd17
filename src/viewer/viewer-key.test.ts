import { expect, it } from 'vitest'
import { viewerCommand } from './viewer-key.ts'

const pressed = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false })

it('hears letters while the map has the focus, and Escape everywhere', () => {
  expect(viewerCommand(pressed('v'), true)).toBe('outlines')
  expect(viewerCommand(pressed('V'), true)).toBe('outlines')
  expect(viewerCommand(pressed('v'), false)).toBeNull()
  expect(viewerCommand(pressed('v', true), true)).toBeNull()
  expect(viewerCommand(pressed('Escape'), false)).toBe('escape')
  expect(viewerCommand(pressed('x'), true)).toBeNull()
  expect(viewerCommand(pressed('Backspace'), true)).toBe('undo')
  expect(viewerCommand(pressed('Backspace'), false)).toBeNull()
  expect(viewerCommand(pressed('ContextMenu'), true)).toBe('place')
  expect(viewerCommand({ ...pressed('F10'), shiftKey: true }, true)).toBe('place')
  expect(viewerCommand(pressed('F10'), true)).toBeNull()
})
