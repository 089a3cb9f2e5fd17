import { describe, expect, it } from 'vitest'
import { MAX_WORDS } from '../../../contract/api/lettering.ts'
import type { StoredWord } from '../../db/queries/scan-words.ts'
import { fieldOutside, withCorrections, withReading } from './word-lists.ts'

const word = (text: string, x: number, y: number, more: Partial<StoredWord> = {}): StoredWord => ({
  x,
  y,
  width: 100,
  height: 20,
  angle: 0,
  text,
  certainty: 0.9,
  by: 'model',
  alternatives: [],
  ...more,
})
const person = (text: string, x: number, y: number, more: Partial<StoredWord> = {}) =>
  word(text, x, y, { by: 'person', certainty: 1, ...more })
const scan = { width: 1000, height: 800 }
const texts = (words: readonly StoredWord[]) => words.map(({ text }) => text)

describe('the words of a new reading', () => {
  it('replace those of the model and give way to those of a person at the same place', () => {
    const stored = [word('Kauas', 100, 100), person('Vilnius', 500, 500, { angle: 90 })]
    const read = [
      word('Kaunas', 101, 99),
      // 45 px along a text that runs down: within its box.
      word('Vi1nius', 505, 545),
      word('Neris', 560, 500),
    ]
    expect(texts(withReading({ ...scan, words: read }, stored))).toEqual(['Vilnius', 'Kaunas', 'Neris'])
  })

  it('are those that can be stored: in tenths of a pixel, without blank and broken texts', () => {
    const read = [
      word('  Ryga\t', 10.26, 20.04, { alternatives: [{ text: 'Ry\0a', certainty: 0.5 }] }),
      word(' ', 1, 1),
      word('\ud800', 1, 1),
      word('x'.repeat(300), 300, 300),
    ]
    const [first, long, ...others] = withReading({ ...scan, words: read }, [])
    expect(first).toMatchObject({ text: 'Ryga', x: 10.3, y: 20, alternatives: [] })
    expect(long!.text).toHaveLength(200)
    expect(others).toEqual([])
  })

  it('are the surest where there are too many, and all of a person’s stay', () => {
    const read = Array.from({ length: MAX_WORDS + 5 }, (_, at) =>
      word(`w${at}`, 500, 700, { width: 1, height: 1, certainty: at < 6 ? 0.1 : 0.8 }),
    )
    const all = withReading({ ...scan, words: read }, [person('Mine', 10, 10)])
    expect(all).toHaveLength(MAX_WORDS)
    expect(texts(all)).toContain('Mine')
    expect(all.filter(({ certainty }) => certainty === 0.1)).toEqual([])
  })
})

describe('corrected words', () => {
  const read = word('Kaunas', 100, 100, { alternatives: [{ text: 'Kaunus', certainty: 0.4 }] })

  it('are the model’s where they are stored as such and were left alone', () => {
    const { alternatives: _, ...sent } = read
    expect(withCorrections([{ ...sent, certainty: 0.1, by: 'person' }], [read])).toEqual([read])
  })

  it('are the person’s where they were changed or added, whatever they claim', () => {
    const { alternatives: _, ...sent } = read
    expect(withCorrections([{ ...sent, text: 'Kowno' }], [read])).toEqual([person('Kowno', 100, 100)])
    expect(withCorrections([sent], [])).toEqual([person('Kaunas', 100, 100)])
  })

  it('must lie on the scan', () => {
    expect(fieldOutside([word('a', 0, 0), word('b', 1000, 800)], scan)).toBeUndefined()
    expect(fieldOutside([word('a', 0, 0), word('b', 1000, 801)], scan)).toBe('words.1.y')
    expect(fieldOutside([word('a', 0, 0, { height: 1281 })], scan)).toBe('words.0.height')
  })
})
