import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REJECTION_REASON_TEXTS, rejectionReason } from './rejection-reasons.ts'

const shownIn = (language: 'lt' | 'en') =>
  (
    JSON.parse(readFileSync(`locales/${language}/common.json`, 'utf8')) as {
      rejectionReason: Record<string, string>
    }
  ).rejectionReason

describe('the reasons of a rejection', () => {
  it('are ten, each with a text of its own in both languages', () => {
    const entries = Object.values(REJECTION_REASON_TEXTS)
    expect(entries).toHaveLength(10)
    for (const language of ['lt', 'en'] as const)
      expect(new Set(entries.map((texts) => texts[language])).size).toBe(10)
  })

  it('are called by the server as the interface shows them', () => {
    for (const language of ['lt', 'en'] as const)
      expect(shownIn(language)).toEqual(
        Object.fromEntries(
          Object.entries(REJECTION_REASON_TEXTS).map(([key, texts]) => [key, texts[language]]),
        ),
      )
  })

  it('are known by their key and by their Lithuanian text, and nothing else is one', () => {
    for (const [key, { lt, en }] of Object.entries(REJECTION_REASON_TEXTS)) {
      expect([rejectionReason(key), rejectionReason(` ${lt} `)]).toEqual([key, key])
      expect(rejectionReason(en)).toBeUndefined()
    }
    for (const text of ['', 'toString', '__proto__', 'Kita']) expect(rejectionReason(text)).toBeUndefined()
  })
})
