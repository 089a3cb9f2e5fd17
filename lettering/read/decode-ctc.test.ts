import { describe, expect, it } from 'vitest'
import { decodeSteps } from './decode-ctc.ts'

const ALPHABET = ['', 'A', 'a', 'n', 'u', '山', ' ']

/** Steps in which the named characters have the given probabilities. */
function steps(...rows: readonly Readonly<Record<string, number>>[]) {
  const values = rows.flatMap((row) => ALPHABET.map((character) => row[character] ?? 0))
  return { count: rows.length, classes: ALPHABET.length, values: Float32Array.from(values) }
}

const rounded = (readings: ReturnType<typeof decodeSteps>) =>
  readings.map(({ text, certainty }) => [text, Math.round(certainty * 1000) / 1000])

describe('the decoding of a recogniser’s steps', () => {
  it('takes repetitions and blanks out, and counts a character where it is clearest', () => {
    const read = decodeSteps(
      steps({ A: 0.91 }, { A: 0.95 }, { '': 1 }, { a: 1 }, { '': 0.9 }, { a: 0.97 }, { n: 0.98 }),
      ALPHABET,
    )
    expect(rounded(read)).toEqual([['Aaan', 0.975]])
  })

  it('offers what the least certain characters may be instead, the likeliest first', () => {
    const read = decodeSteps(steps({ A: 1 }, { n: 0.6, u: 0.3 }, { a: 0.8, '': 0.1 }), ALPHABET)
    expect(rounded(read)).toEqual([
      ['Ana', 0.8],
      ['Aua', 0.7],
      ['An', 0.567],
    ])
  })

  it('takes an ideograph among letters for a misread letter', () => {
    const read = decodeSteps(steps({ A: 1 }, { 山: 0.6, n: 0.35 }, { a: 1 }), ALPHABET)
    expect(rounded(read)).toEqual([['Ana', 0.783]])
  })

  it('leaves ideographs that stand alone', () => {
    expect(rounded(decodeSteps(steps({ 山: 0.9 }), ALPHABET))).toEqual([['山', 0.9]])
  })

  it('reads nothing where there is nothing', () => {
    expect(decodeSteps(steps({ '': 1 }, { ' ': 1 }, { '': 1 }), ALPHABET)).toEqual([])
    expect(decodeSteps(steps(), ALPHABET)).toEqual([])
  })
})
