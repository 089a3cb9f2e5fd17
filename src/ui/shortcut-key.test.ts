import { afterEach, expect, it } from 'vitest'
import { setSingleKeys, shortcutKey, type ShortcutPress } from './shortcut-key.ts'

afterEach(() => setSingleKeys(true))

const press = (key: string, code: string, more: Partial<ShortcutPress> = {}): ShortcutPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})

it('is the digit or sign that stands on a key whose layout types a letter of another alphabet', () => {
  const row = Array.from('ąčęėįšųū', (letter, at) => shortcutKey(press(letter, `Digit${at + 1}`)))
  expect(row).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  expect(shortcutKey(press('ž', 'Equal'))).toBe('=')
  expect(shortcutKey(press('ф', 'KeyA'))).toBe('a')
  expect(shortcutKey(press('я', 'KeyZ', { ctrlKey: true }))).toBe('z')
})

it('is what the key types where that is a sign of shortcuts, and named keys stay as they are', () => {
  expect(shortcutKey(press('a', 'KeyQ'))).toBe('a')
  expect(shortcutKey(press('-', 'Slash'))).toBe('-')
  expect(shortcutKey(press('Ą', 'Digit1'))).toBe('Ą')
  expect(shortcutKey(press('Enter', 'Enter'))).toBe('Enter')
})

it('is nothing for single characters while those are off; with Ctrl, and keys without a character, it goes on', () => {
  setSingleKeys(false)
  for (const [key, code] of [
    ['c', 'KeyC'],
    ['?', 'Slash'],
    ['ą', 'Digit1'],
    ['/', 'Slash'],
  ] as const)
    expect(shortcutKey(press(key, code))).toBe('')
  expect(shortcutKey(press('k', 'KeyK', { ctrlKey: true }))).toBe('k')
  for (const key of ['Escape', 'Delete', 'ArrowUp', ' ']) expect(shortcutKey(press(key, key))).toBe(key)
})
