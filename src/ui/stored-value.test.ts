import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { finiteNumber, storedText, storedValue } from './stored-value.ts'

/** A storage that refuses everything once it is told to. */
class FakeStorage {
  readonly texts = new Map<string, string>()
  isRefused = false

  getItem(key: string): string | null {
    this.#refuse()
    return this.texts.get(key) ?? null
  }
  setItem(key: string, text: string): void {
    this.#refuse()
    this.texts.set(key, text)
  }
  removeItem(key: string): void {
    this.#refuse()
    this.texts.delete(key)
  }
  #refuse(): void {
    if (this.isRefused) throw new DOMException('refused', 'SecurityError')
  }
}

let [browser, tab] = [new FakeStorage(), new FakeStorage()]
beforeEach(() => {
  ;[browser, tab] = [new FakeStorage(), new FakeStorage()]
  vi.stubGlobal('localStorage', browser)
  vi.stubGlobal('sessionStorage', tab)
})
afterEach(() => vi.unstubAllGlobals())

describe('a stored value', () => {
  const size = storedValue('size', z.object({ width: z.number() }))

  it('is read as it was written, until it is removed', () => {
    expect(size.read()).toBeUndefined()
    expect(size.write({ width: 7 })).toBe(true)
    expect(size.read()).toEqual({ width: 7 })
    size.write(undefined)
    expect(browser.texts.size).toBe(0)
  })

  it('is undefined where something else is stored', () => {
    for (const text of ['', '{', 'null', '[]', '{"width":"7"}']) {
      browser.texts.set('size', text)
      expect(size.read(), text).toBeUndefined()
    }
  })

  it('is neither read nor written where the browser refuses storage', () => {
    size.write({ width: 7 })
    browser.isRefused = true
    expect(size.read()).toBeUndefined()
    expect(size.write({ width: 8 })).toBe(false)
    expect(size.write(undefined)).toBe(false)
    vi.stubGlobal('localStorage', undefined)
    expect(size.read()).toBeUndefined()
  })

  it('lasts as long as the tab where that is asked for', () => {
    storedValue('zoom', finiteNumber, 'tab').write(4.5)
    expect(browser.texts.size).toBe(0)
    expect([...tab.texts]).toEqual([['zoom', '4.5']])
    tab.texts.set('zoom', 'NaN')
    expect(storedValue('zoom', finiteNumber, 'tab').read()).toBeUndefined()
  })
})

describe('a stored text', () => {
  it('is stored as it is, and read where it makes sense', () => {
    const language = storedText('language', (text) => (['en', 'lt'] as const).find((name) => name === text))
    language.write('lt')
    expect(browser.texts.get('language')).toBe('lt')
    expect(language.read()).toBe('lt')
    browser.texts.set('language', 'de')
    expect(language.read()).toBeUndefined()
  })
})
