import { afterEach, expect, it, vi } from 'vitest'
import { firstLanguage } from './language.ts'

afterEach(() => vi.unstubAllGlobals())

function beginning(languages: readonly string[], stored: string | null = null) {
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('localStorage', { getItem: () => stored })
  return firstLanguage()
}

it('begins in the language that was chosen, else in the first of the browser’s that there is, else in English', () => {
  expect(beginning(['lt-LT', 'en'], 'en')).toBe('en')
  expect(beginning(['lt-LT', 'en'])).toBe('lt')
  expect(beginning(['de', 'LT', 'en'])).toBe('lt')
  expect(beginning(['de-DE', 'fr'])).toBe('en')
  expect(beginning([], 'xx')).toBe('en')
})
