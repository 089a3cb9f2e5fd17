import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/api/messages.ts'

type Texts = { [key: string]: string | Texts }

const folder = new URL('../../../locales/', import.meta.url)
const namespaces = readdirSync(new URL('en/', folder)).map((file) => file.replace(/\.json$/, ''))

function readTexts(language: string, namespace: string): Map<string, string> {
  const texts = JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, folder), 'utf8')) as Texts
  const flat = new Map<string, string>()
  const walk = (branch: Texts, path: string) => {
    for (const [key, value] of Object.entries(branch))
      if (typeof value === 'string') flat.set(path + key, value)
      else walk(value, `${path}${key}.`)
  }
  walk(texts, '')
  return flat
}

const PLURAL = /_(zero|one|two|few|many|other)$/
/** Keys without their plural endings. */
const stems = (texts: Map<string, string>) =>
  [...new Set([...texts.keys()].map((key) => key.replace(PLURAL, '')))].sort()
const pluralStems = (texts: Map<string, string>) => [
  ...new Set([...texts.keys()].filter((key) => PLURAL.test(key)).map((key) => key.replace(PLURAL, ''))),
]
const placeholders = (text: string) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name).sort()

it('finds the same namespaces in both languages', () => {
  expect(readdirSync(new URL('lt/', folder)).sort()).toEqual(readdirSync(new URL('en/', folder)).sort())
  expect(namespaces.length).toBeGreaterThan(5)
})

describe.each(namespaces)('the texts of %s', (namespace) => {
  const english = readTexts('en', namespace)
  const lithuanian = readTexts('lt', namespace)

  it('have the same keys in both languages', () => expect(stems(lithuanian)).toEqual(stems(english)))

  it('have every plural form that the language has', () => {
    for (const [language, texts] of [
      ['en', english],
      ['lt', lithuanian],
    ] as const) {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
      for (const stem of pluralStems(texts))
        for (const form of forms)
          expect([...texts.keys()], `${language} ${stem}`).toContain(`${stem}_${form}`)
    }
  })

  it('name the same values in both languages', () => {
    for (const [key, text] of lithuanian) {
      const other = english.get(key) ?? english.get(`${key.replace(PLURAL, '')}_other`)
      expect(placeholders(text), key).toEqual(placeholders(other ?? ''))
    }
  })

  it('leave none empty', () => {
    for (const [key, text] of [...english, ...lithuanian]) expect(text.trim(), key).not.toBe('')
  })
})

describe('the errors', () => {
  it('say in English what the server says', () => {
    const english = readTexts('en', 'errors')
    for (const [key, text] of Object.entries(MESSAGES)) {
      const name = key.replace(/^errors\./, '')
      // Where the interface tells one minute from many, the server says the many.
      expect(english.get(name) ?? english.get(`${name}_other`), key).toBe(
        text.replace(/\{(\w+)\}/g, '{{$1}}'),
      )
    }
  })
})
