import { expect, it } from 'vitest'
import { shortcutText } from './shortcut-text.ts'

it('writes shortcuts as the keys of the machine are labelled', () => {
  expect(shortcutText('Mod+Shift+Z', 'Linux x86_64')).toBe('Ctrl+Shift+Z')
  expect(shortcutText('Mod+Shift+Z', 'MacIntel')).toBe('⌘⇧Z')
})
