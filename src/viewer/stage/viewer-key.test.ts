import { expect, it } from 'vitest'
import { viewerCommand } from './viewer-key.ts'

const pressed = (key: string, ctrlKey = false) => ({ key, ctrlKey, metaKey: false, altKey: false })

it('hears letters on the map and on the buttons beside it, and Escape everywhere', () => {
  expect(viewerCommand(pressed('v'), 'map')).toBe('outlines')
  expect(viewerCommand(pressed('V'), 'map')).toBe('outlines')
  expect(viewerCommand(pressed('v'), 'button')).toBe('outlines')
  expect(viewerCommand(pressed('v'), 'other')).toBeNull()
  expect(viewerCommand(pressed('Enter'), 'button')).toBeNull()
  expect(viewerCommand(pressed('v', true), 'map')).toBeNull()
  expect(viewerCommand(pressed('Escape'), 'other')).toBe('escape')
  expect(viewerCommand(pressed('x'), 'map')).toBeNull()
  expect(viewerCommand(pressed('Backspace'), 'map')).toBe('undo')
  expect(viewerCommand(pressed('Backspace'), 'button')).toBeNull()
  expect(viewerCommand(pressed('ContextMenu'), 'map')).toBe('place')
  expect(viewerCommand({ ...pressed('F10'), shiftKey: true }, 'map')).toBe('place')
  expect(viewerCommand(pressed('F10'), 'map')).toBeNull()
})
