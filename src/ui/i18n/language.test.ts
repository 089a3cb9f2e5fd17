import { afterEach, describe, expect, it, vi } from 'vitest'
import { dateLanguage } from './date-language.ts'
import { firstLanguage, preferredLanguage } from './language.ts'

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

it('knows where neither the reader nor the browser asks for a language that there is', () => {
  beginning(['de-DE', 'fr'])
  expect(preferredLanguage()).toBeNull()
  beginning(['de-DE', 'en'])
  expect(preferredLanguage()).toBe('en')
})

describe('the language of dates', () => {
  it('is the reader’s own English where the interface is English, else that of the interface', () => {
    expect(dateLanguage('en', ['lt', 'en-GB', 'en-US'])).toBe('en-GB')
    expect(dateLanguage('en', ['de-DE'])).toBe('en')
    expect(dateLanguage('lt', ['en-GB'])).toBe('lt')
  })
})
